import { someNumber } from "./parse-shown-json.ts";
import type { ShownAnswer } from "./walk-step.ts";

/**
 * Says where something printed is not as it is shown. An ellipsis stands for a whole number above 0, or, in a text, for
 * some characters without a space; everything else is equal, to the member. The columns of a table may be further apart.
 */
export function matchAnswer(shown: ShownAnswer | undefined, printed: string): string[] {
  if (shown?.kind !== "json") return matchText(shown?.text ?? "", printed.trimEnd());
  try {
    return [...matchValue(shown.value, JSON.parse(printed), "the answer")];
  } catch {
    return [`JSON is shown, and this was printed: ${printed.trimEnd() || "nothing"}`];
  }
}

function matchText(shown: string, printed: string): string[] {
  const rows = (text: string): string[] =>
    text.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, "  "));
  const [shownRows, printedRows] = [rows(shown), rows(printed)];
  const isSame =
    shownRows.length === printedRows.length &&
    shownRows.every((row, index) => isLike(row, printedRows[index] ?? ""));
  return isSame
    ? []
    : [`this is shown:\n${shown || "nothing"}\nand this was printed:\n${printed || "nothing"}`];
}

function* matchValue(shown: unknown, printed: unknown, place: string): Generator<string> {
  if (Array.isArray(shown) && Array.isArray(printed)) {
    if (shown.length !== printed.length)
      yield `${place} has ${printed.length} items, and ${shown.length} are shown`;
    for (const [index, item] of shown.slice(0, printed.length).entries()) {
      yield* matchValue(item, printed[index], `${place}[${index}]`);
    }
  } else if (isRecord(shown) && isRecord(printed)) {
    for (const name of Object.keys(printed)) {
      if (!Object.hasOwn(shown, name))
        yield `${place}.${name} is not shown, and is ${JSON.stringify(printed[name])}`;
    }
    for (const [name, member] of Object.entries(shown)) {
      if (!Object.hasOwn(printed, name)) yield `${place}.${name} is shown, and is not there`;
      else yield* matchValue(member, printed[name], `${place}.${name}`);
    }
  } else if (!isValueLike(shown, printed)) {
    yield `${place} is ${JSON.stringify(printed)}, and ${describeShown(shown)} is shown`;
  }
}

function isValueLike(shown: unknown, printed: unknown): boolean {
  if (shown === someNumber) return Number.isSafeInteger(printed) && Number(printed) > 0;
  return typeof shown === "string" && typeof printed === "string"
    ? isLike(shown, printed)
    : shown === printed;
}

function isLike(shown: string, printed: string): boolean {
  const pattern = shown.split("…").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${pattern.join("\\S+")}$`).test(printed);
}

function describeShown(shown: unknown): string {
  return shown === someNumber ? "a whole number above 0" : JSON.stringify(shown);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
