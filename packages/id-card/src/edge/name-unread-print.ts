import type { CardReading, FieldName, Problem, ProblemCode, Side } from "../read/card-reading.ts";
import { fieldsOf } from "../read/fields-of.ts";

/** What is known of a card where print is not read. */
export interface EdgeReading extends CardReading {
  /** Fields that are missing because they are print, which the reader on Node reads. */
  readonly needsFullReader: readonly FieldName[];
}

/** Of a side that was not seen at all, nobody could read print. */
const unseen: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...([
    "not-an-image",
    "format-not-supported",
    "too-many-bytes",
    "too-many-pixels",
    "too-long-a-side",
  ] as const),
  ...(["not-decodable", "no-card", "is-front", "is-back"] as const),
]);

/** Tells what is missing for want of print from what no reader would find, side by side. */
export function nameUnreadPrint(reading: CardReading, sides: readonly Side[]): EdgeReading {
  const problems = reading.problems.filter((problem) => !isBlurredByGuess(reading, problem));
  const needsFullReader = new Set<FieldName>();
  for (const side of sides) {
    if (problems.some((problem) => problem.side === side && unseen.has(problem.code))) continue;
    const fields = fieldsOf(reading.kind, side).filter((field) => reading.missing.includes(field));
    for (const field of fields) needsFullReader.add(field);
    if (fields.length > 0) problems.push(sayUnread(side, fields));
  }
  return { ...reading, problems, needsFullReader: [...needsFullReader] };
}

/** What shows neither code nor lines is taken for blurred; the front of 2024 bears none, however sharp it is. */
function isBlurredByGuess({ kind }: CardReading, { code, side }: Problem): boolean {
  return code === "too-blurred" && kind === "2024" && side === "front";
}

function sayUnread(side: Side, fields: readonly FieldName[]): Problem {
  const says = `print is not read here, and ${fields.join(", ")} could not be had from a code or machine-readable lines`;
  return { side, code: "print-not-read", says };
}
