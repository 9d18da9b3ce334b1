import type { Answer } from "../answer.ts";
import { BrokenClaim } from "../broken-claim.ts";
import { say } from "../judge/make-judge.ts";

/** Expects something of an answer, in words for whoever reads that it was not so. */
export function expectThat(answer: Answer, holds: boolean, expected: string): void {
  if (!holds) throw new BrokenClaim(answer.asked, say(answer), expected);
}
