import { isDeepStrictEqual } from "node:util";
import { type Fields, isFields, type Pointer } from "./walk-document.ts";

/** One place at which two documents differ; a side that has nothing there is undefined. */
export type Difference = { readonly pointer: Pointer; readonly before: unknown; readonly after: unknown };

/** Lists where two documents in normal form differ, each at the deepest place that shows it. */
export function findDifferences(before: Fields, after: Fields): Difference[] {
  return differencesAt([], before, after);
}

/** One line that names a difference. */
export function printDifference({ pointer, before, after }: Difference): string {
  const place = pointer.join(" › ");
  if (before === undefined) return `${place}: added ${shorten(after)}`;
  if (after === undefined) return `${place}: removed ${shorten(before)}`;
  return `${place}: ${shorten(before)} → ${shorten(after)}`;
}

function differencesAt(pointer: Pointer, before: unknown, after: unknown): Difference[] {
  if (!isFields(before) || !isFields(after)) {
    return isDeepStrictEqual(before, after) ? [] : [{ pointer, before, after }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differencesAt([...pointer, key], before[key], after[key]));
}

function shorten(side: unknown): string {
  const text = JSON.stringify(side);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
