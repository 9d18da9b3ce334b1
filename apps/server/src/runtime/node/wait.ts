import { setTimeout } from "node:timers/promises";

/** Waits, and rejects as soon as it is told to give up. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
}
