import type { Answer, Ask } from "../../../ask.ts";
import { expectOk } from "../../../expect.ts";

/** The numbers of a user's notifications. Their schema is checked before. */
export type Counts = {
  readonly answer: Answer;
  readonly unread: number;
  readonly all: number;
  readonly newestId: number;
};

/** Asks for the numbers of a user's notifications. */
export async function readCounts(ask: Ask, token: string): Promise<Counts> {
  return countsOf(await ask("GET", "/companion/v0/notifications/count", { token }));
}

/** The numbers in an answer with status 200. */
export function countsOf(answer: Answer): Counts {
  const { unread, all, newestId } = expectOk(answer);
  return { answer, unread: Number(unread), all: Number(all), newestId: Number(newestId) };
}

/** Repeats a comparison if a notification arrives during it. `compare` returns whether it was undisturbed, or throws. */
export async function untilStill(compare: () => Promise<boolean>): Promise<void> {
  for (let tryCount = 1; tryCount <= 5; tryCount += 1) if (await compare()) return;
}
