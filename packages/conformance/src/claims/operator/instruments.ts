/** Instruments and their prices as the operator's operations have them. */
import type { Answer, Ask } from "../../ask.ts";
import { type Fields, fieldsOf } from "../../check-answer.ts";
import { expectBody, expectStatus } from "../../expect.ts";
import { deskAddress } from "./desk.ts";

export const instrumentsAddress: string = `${deskAddress}/instruments`;

/** Lists instruments. */
export async function listInstruments(
  ask: Ask,
  token: string,
  query: string,
): Promise<{ readonly answer: Answer; readonly instruments: readonly Fields[] }> {
  const answer = await ask("GET", `${instrumentsAddress}?${query}`, { token });
  expectStatus(answer, 200);
  const { instruments } = expectBody(answer);
  return { answer, instruments: (Array.isArray(instruments) ? instruments : []).map(fieldsOf) };
}
