import { isDeepStrictEqual } from "node:util";
import {
  type Difference,
  type Fields,
  findDifferences,
  isFields,
  normalForm,
  type Pointer,
} from "@trading-oms/document";
import { type Direction, findDirections } from "./find-directions.ts";
import { interfaceObject, interfacePart, isWords } from "./interface-part.ts";
import { judgeChange } from "./judge-change.ts";
import { splitDifference } from "./split-difference.ts";
import { normalPartAt, type Spot, tracePointer } from "./trace-pointer.ts";
import type { Verdict } from "./verdict.ts";

/** A difference between two documents, what it means to those who rely on them, and why. */
export type Change = Difference & Verdict;

/** Classifies all that has changed from one document to the next, but for `info.version`, which only names it. */
export function classifyChanges(before: Fields, after: Fields): Change[] {
  const former = normalForm(before);
  const latter = normalForm(after);
  const directionsOf = findDirections(former, latter);
  return findDifferences(former, latter)
    .filter(({ pointer }) => pointer.join() !== "info,version")
    .flatMap(splitDifference)
    .map((difference) => classifyChange(difference, former, directionsOf(difference.pointer)));
}

/** Classifies one difference of normal forms; the directions say who reads the schema that it stands in. */
function classifyChange(difference: Difference, former: Fields, directions: readonly Direction[]): Change {
  const spots = tracePointer(difference.pointer);
  const spot = spots.at(-1);
  if (spot === undefined)
    return { ...difference, weight: "breaking", reason: "the whole document is another" };
  const before = interfaceAt(spot, difference.before);
  const after = interfaceAt(spot, difference.after);
  if (spots.some(({ kind, key }) => isWords(kind, key)) || isDeepStrictEqual(before, after)) {
    return { ...difference, weight: "words", reason: "programs do not see it" };
  }
  const ownerBefore = interfaceObject(spot.kind, valueAt(former, spot.owner));
  return { ...difference, ...judgeChange(spot, { before, after, directions, ownerBefore }) };
}

function interfaceAt({ kind, key, member }: Spot, value: unknown): unknown {
  return member === undefined
    ? interfacePart(kind, key, value)
    : interfaceObject(normalPartAt(kind, key).kind, value);
}

function valueAt(document: Fields, pointer: Pointer): unknown {
  return pointer.reduce<unknown>((value, key) => (isFields(value) ? value[key] : undefined), document);
}
