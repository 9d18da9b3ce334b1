import type { Answer, WireRequest } from "./ask.ts";

/** Thrown when a claim does not hold. */
export class BrokenClaim extends Error {
  override readonly name: string = "BrokenClaim";
  /** The request; undefined if the claim failed before one. */
  readonly asked: WireRequest | undefined;
  /** A description of the answer. */
  readonly came: string;
  /** A description of the expected answer. */
  readonly expected: string;

  constructor(asked: WireRequest | undefined, came: string, expected: string) {
    super(`expected ${expected}, but ${came} came`);
    this.asked = asked;
    this.came = came;
    this.expected = expected;
  }
}

/** Throws a {@link BrokenClaim} unless the condition holds. `expected` describes it in the report, and `came` the answer. */
export function expectThat(
  answer: Answer,
  holds: boolean,
  expected: string,
  came: string = describeAnswer(answer),
): asserts holds {
  if (!holds) throw new BrokenClaim(answer.asked, came, expected);
}

/** Describes an answer in a line: status, media type and the beginning of the body. */
function describeAnswer({ status, text, headers }: Answer): string {
  const type = headers.get("content-type")?.[0];
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return [String(status), type, shown].filter((part) => part !== undefined && part !== "").join(" ");
}

/** Expects the body to be JSON in UTF-8. */
export function parseBody(answer: Answer, bytes: Uint8Array = answer.bytes): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return expectThat(answer, false, "JSON in UTF-8");
  }
}
