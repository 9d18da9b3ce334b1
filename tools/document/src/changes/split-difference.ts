import type { Difference } from "../find-differences.ts";
import { isFields } from "../walk-document.ts";
import { normalPartAt, tracePointer } from "./trace-pointer.ts";

/**
 * Splits the coming or going of a whole collection into that of its members, so that the first parameter of an
 * operation is judged like its second.
 */
export function splitDifference(difference: Difference): Difference[] {
  const { pointer, before, after } = difference;
  const members = before ?? after;
  const isWhole = (before === undefined) !== (after === undefined);
  if (!isWhole || !isFields(members) || !isCollection(difference)) return [difference];
  return Object.keys(members).flatMap((name) =>
    splitDifference({
      pointer: [...pointer, name],
      before: isFields(before) ? before[name] : undefined,
      after: isFields(after) ? after[name] : undefined,
    }),
  );
}

/** Components are no collection in the grammar, but nothing depends on them but by their members. */
function isCollection({ pointer }: Difference): boolean {
  const spot = tracePointer(pointer).at(-1);
  if (spot === undefined || spot.member !== undefined) return false;
  if (spot.key === "components") return true;
  return normalPartAt(spot.kind, spot.key).form === "named";
}
