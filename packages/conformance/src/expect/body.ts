import type { Answer } from "../answer.ts";
import { BrokenClaim } from "../broken-claim.ts";
import type { Fields } from "../judge/fields.ts";
import { say } from "../judge/make-judge.ts";

/** Expects a body that is an object of JSON, and gives its members. */
export function expectBody(answer: Answer): Fields {
  const value = parse(answer);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new BrokenClaim(answer.asked, say(answer), "an object of JSON");
}

function parse({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
