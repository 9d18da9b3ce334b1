/** Rates as the operator's operations have them, and how their claims leave them as they were. */
import type { Answer, Ask } from "../../ask.ts";
import type { Fields } from "../../fields.ts";
import { change, deskAddress, expectChanged, readRows } from "./desk.ts";

export const ratesAddress: string = `${deskAddress}/rates`;

/** Rates that are in order. */
export const someRates = { marginRatio: 0.654321, marginCallRate: 0.2, forceCloseRate: 0.1 };

/** Reads the rates of a symbol; undefined where none are set. */
export async function readRates(ask: Ask, token: string, name: string): Promise<Fields | undefined> {
  const { rows } = await readRows(ask, token, `${ratesAddress}?level=symbol&name=${name}`, "rates");
  return rows[0];
}

/** Sets the rates of a symbol and expects success. */
export async function setRates(
  ask: Ask,
  token: string,
  name: string,
  { marginRatio, marginCallRate, forceCloseRate, isLendingEnded = false, reason = "a claim" }: Fields,
): Promise<{ readonly answer: Answer; readonly body: Fields }> {
  const rates = { marginRatio, marginCallRate, forceCloseRate, isLendingEnded };
  const json = { level: "symbol", name, ...rates, confirm: true, reason };
  const answer = await change(ask, "PATCH", ratesAddress, { token, json });
  return { answer, body: expectChanged(answer) };
}

/** Removes the rates of a symbol, as an answer of any kind. */
export function removeRates(ask: Ask, token: string, name: string): Promise<Answer> {
  const json = { level: "symbol", name, confirm: true, reason: "a claim" };
  return change(ask, "POST", `${ratesAddress}/remove`, { token, json });
}

/** Runs work that changes the rates of a symbol, and puts them back. */
export async function keepingRates(
  ask: Ask,
  token: string,
  name: string,
  work: (before: Fields | undefined) => Promise<void>,
): Promise<void> {
  const before = await readRates(ask, token, name);
  try {
    await work(before);
  } finally {
    if (before === undefined) await removeRates(ask, token, name);
    else await setRates(ask, token, name, before);
  }
}
