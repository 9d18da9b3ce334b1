import type { Answer } from "../answer.ts";
import { BrokenClaim } from "../broken-claim.ts";

/** Expects a part of an answer to be what it has to be, as JSON has it. */
export function expectSame(answer: Answer, what: string, actual: unknown, expected: unknown): void {
  const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (came === wanted) return;
  throw new BrokenClaim(answer.asked, `${answer.status} with ${what} ${cut(came)}`, `${what} ${cut(wanted)}`);
}

function cut(text: string | undefined): string {
  if (text === undefined) return "missing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
