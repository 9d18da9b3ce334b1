import type { Place } from "../parse-yaml.ts";
import type { SoundDocument } from "../read-document.ts";
import { type Change, classifyChanges } from "./classify-change.ts";
import { describeChange } from "./describe-change.ts";
import { originalPointer } from "./original-pointer.ts";

/** A change with its name in words and its place in the document as it was written. */
export type LocatedChange = Change & Place & { readonly description: string };

/**
 * Finds what changed since the baseline and where it stands; a change of a component that several operations share
 * is told once.
 */
export function locateChanges(baseline: SoundDocument, document: SoundDocument): LocatedChange[] {
  const groups = new Map<string, Change[]>();
  for (const change of classifyChanges(baseline.document, document.document)) {
    const key = JSON.stringify([
      originalPointer(document.document, change.pointer),
      change.before,
      change.after,
    ]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap(([change, ...others]) => {
    if (change === undefined) return [];
    const description = describeChange(change, [baseline.document, document.document]);
    const place = document.placeOf(originalPointer(document.document, change.pointer));
    return [{ ...change, ...place, description: `${description}${countOthers(others.length)}` }];
  });
}

function countOthers(count: number): string {
  if (count === 0) return "";
  return count === 1 ? ", and so in 1 other place" : `, and so in ${count} other places`;
}
