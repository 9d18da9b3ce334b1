/** Instruments and their prices as the operator's operations have them. */
import type { Answer, Ask } from "../../ask.ts";
import type { Fields } from "../../check-answer.ts";
import { deskAddress, readRows } from "./desk.ts";

export const instrumentsAddress: string = `${deskAddress}/instruments`;

/** Lists instruments. */
export async function listInstruments(
  ask: Ask,
  token: string,
  query: string,
): Promise<{ readonly answer: Answer; readonly instruments: readonly Fields[] }> {
  const { answer, rows } = await readRows(ask, token, `${instrumentsAddress}?${query}`, "instruments");
  return { answer, instruments: rows };
}
