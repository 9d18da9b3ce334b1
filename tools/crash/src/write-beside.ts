import { moveCash, openAccount, type Services } from "@trading-oms/brokerage";

/** How long the movements took that were made while something else was going on, in milliseconds. */
export type Waits = { readonly count: number; readonly medianMs: number; readonly longestMs: number };

const pauseMs = 2;

/** Moves cash, one movement after the other, until something else is over, and measures how long each waits. */
export async function writeBeside(services: Services, other: Promise<unknown>): Promise<Waits> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  other.then(over, over);
  const key = { userId: "u-beside", accountId: "A-beside" };
  await openAccount(services, key);
  const waits: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const moved = await moveCash(services, { key, kind: "deposit", amountVnd: 1n });
    if (moved.kind !== "done") throw new Error(moved.message);
    waits.push(performance.now() - began);
    await new Promise((settle) => setTimeout(settle, pauseMs));
  }
  waits.sort((left, right) => left - right);
  return {
    count: waits.length,
    medianMs: waits[Math.floor(waits.length / 2)] ?? Number.NaN,
    longestMs: waits.at(-1) ?? Number.NaN,
  };
}
