import type { Answer } from "../answer.ts";
import { BrokenClaim } from "../broken-claim.ts";
import { say } from "../judge/make-judge.ts";

/** Expects an answer to have a status. */
export function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw new BrokenClaim(answer.asked, say(answer), `status ${status}`);
}
