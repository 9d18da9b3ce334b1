import { isDeepStrictEqual } from "node:util";
import { type Difference, findDifferences, normalForm } from "../grammar/compare.ts";
import { listOperations } from "../grammar/list-operations.ts";
import { schemasBelow, valueAt } from "../grammar/resolve-reference.ts";
import { type Fields, isFields, type Pointer } from "../grammar/walk-document.ts";
import {
  isWords,
  normalPartAt,
  type Spot,
  tracePointer,
  valueWithoutWords,
  withoutWords,
  writeCanonically,
} from "./trace-pointer.ts";

/** The effect of a change on users of the document. `words`: only texts for people, such as descriptions. */
export type Weight = "breaking" | "compatible" | "words";

/** The weight of a change and its reason. */
type Verdict = { readonly weight: Weight; readonly reason: string };

/** The input of a rule: both sides without words, and who reads the value. */
type Judged = {
  readonly before: unknown;
  readonly after: unknown;
  readonly directions: readonly Direction[];
  /** The parent object of the changed key in the old document, without words. */
  readonly ownerBefore: unknown;
};

/** Judges changes of one key. */
type Rule = (change: Judged) => Verdict;

/** A difference between two documents, with its weight and reason. */
export type Change = Difference & Verdict;

/** Classifies all changes between two documents, except `info.version`. */
export function classifyChanges(before: Fields, after: Fields): Change[] {
  const former = normalForm(before);
  const latter = normalForm(after);
  const directionsOf = findDirections(former, latter);
  return findDifferences(former, latter)
    .filter(({ pointer }) => pointer.join() !== "info,version")
    .flatMap(splitDifference)
    .map((difference) => classifyChange(difference, former, directionsOf(difference.pointer)));
}

/** Classifies one difference of normal forms. `directions` says who reads the enclosing schema. */
function classifyChange(difference: Difference, former: Fields, directions: readonly Direction[]): Change {
  const spots = tracePointer(difference.pointer);
  const spot = spots.at(-1);
  if (spot === undefined)
    return { ...difference, weight: "breaking", reason: "the whole document is another" };
  const before = valueWithoutWordsAt(spot, difference.before);
  const after = valueWithoutWordsAt(spot, difference.after);
  if (spots.some(({ kind, key }) => isWords(kind, key)) || isDeepStrictEqual(before, after)) {
    return { ...difference, weight: "words", reason: "programs do not see it" };
  }
  const ownerBefore = withoutWords(spot.kind, valueAt(former, spot.owner));
  return { ...difference, ...checkChange(spot, { before, after, directions, ownerBefore }) };
}

function valueWithoutWordsAt({ kind, key, member }: Spot, value: unknown): unknown {
  return member === undefined
    ? valueWithoutWords(kind, key, value)
    : withoutWords(normalPartAt(kind, key).kind, value);
}

const breaks = (reason: string): Verdict => ({ weight: "breaking", reason });
const agrees = (reason: string): Verdict => ({ weight: "compatible", reason });

/** Judges a change by its key. Changes without a rule are breaking. */
function checkChange({ kind, key }: Spot, change: Judged): Verdict {
  if (kind === "schema") return checkSchemaChange(key, change);
  const name = `${kind}.${key}`;
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return rule === undefined ? breaks("no rule says that this is harmless") : rule(change);
}

/** A rule for keys that may be added, but neither removed nor changed. */
function mayBeAdded(reasonIfAdded: string, reasonOtherwise: string): Rule {
  return ({ before }) => (before === undefined ? agrees(reasonIfAdded) : breaks(reasonOtherwise));
}

const always =
  (verdict: Verdict): Rule =>
  () =>
    verdict;

const rules: Readonly<Record<string, Rule>> = {
  "document.paths": mayBeAdded("no client called it before", "calls to it get 404"),
  "document.tags": mayBeAdded("no operation was grouped under it before", "clients group operations by tag"),
  "document.servers": always(breaks("clients call another address")),
  "pathItem.get": mayBeAdded("no client called it before", "calls to it get 405"),
  "pathItem.post": mayBeAdded("no client called it before", "calls to it get 405"),
  "pathItem.patch": mayBeAdded("no client called it before", "calls to it get 405"),
  "operation.operationId": always(breaks("clients name the call after it")),
  "operation.tags": always(breaks("clients group operations by tag")),
  "operation.parameters": mayBeAddedOptionally("calls that send it are refused, or it is ignored"),
  "operation.requestBody": mayBeAddedOptionally("calls that send a body are refused, or it is ignored"),
  // A new status overrides what `default`, or the one success response, promised for it.
  "operation.responses": ({ before }) =>
    breaks(before === undefined ? "callers were promised another body for it" : "callers count on it"),
  "operation.security": ({ before, after }) => {
    if (after === undefined) return agrees("a credential that is still sent does no harm");
    return breaks(`calls ${before === undefined ? "without a" : "with the former"} credential are refused`);
  },
  "parameter.required": checkRequired,
  "parameter.x-normalize": always(breaks("the same text is understood differently")),
  "requestBody.required": checkRequired,
  "requestBody.content": mayBeAdded("what was sent before is still taken", "calls that send it get 415"),
  "response.content": mayBeAdded("it comes beside those of before", "callers count on it"),
  "response.headers": mayBeAdded("callers ignore headers that they do not know", "callers count on it"),
  "header.required": ({ after }) =>
    after === true
      ? agrees("callers who did without it still can")
      : breaks("callers who count on it miss it"),
  "components.schemas": mayBeAdded("nothing referred to it before", "the type of that name is gone"),
  "components.securitySchemes": mayBeAdded("nothing asked for it before", "clients authenticate by it"),
};

function mayBeAddedOptionally(reasonOtherwise: string): Rule {
  return ({ before, after }) => {
    if (before !== undefined) return breaks(reasonOtherwise);
    const isRequired = isFields(after) && after["required"] === true;
    return isRequired
      ? breaks("calls without it, which were accepted, are refused")
      : agrees("calls without it still hold");
  };
}

function checkRequired({ after }: Judged): Verdict {
  return after === true
    ? breaks("calls without it, which were accepted, are refused")
    : agrees("calls with it still hold");
}

/** Judges the change of a schema keyword in each direction in which the schema is read. The worse verdict counts. */
function checkSchemaChange(key: string, change: Judged): Verdict {
  const verdicts = change.directions.map((direction) => checkOneWay(key, direction, change));
  return verdicts.find(({ weight }) => weight === "breaking") ?? verdicts[0] ?? unknownChange;
}

/** Unknown changes are breaking. */
const unknownChange: Verdict = { weight: "breaking", reason: "no rule says that this is harmless" };

function checkOneWay(key: string, direction: Direction, change: Judged): Verdict {
  const compare = Object.hasOwn(compareWidth, key) ? compareWidth[key] : undefined;
  if (compare !== undefined) return verdictsOfWidth[direction][compare(change.before, change.after)];
  const rule = Object.hasOwn(schemaRules[direction], key) ? schemaRules[direction][key] : undefined;
  return rule === undefined ? unknownChange : rule(change);
}

const verdictsOfWidth: Readonly<Record<Direction, Readonly<Record<Width, Verdict>>>> = {
  request: {
    narrower: breaks("requests that were accepted may be refused"),
    wider: agrees("requests that were accepted still are"),
    other: breaks("requests that were accepted may be refused"),
  },
  response: {
    narrower: agrees("answers hold nothing that readers did not expect before"),
    wider: breaks("answers may hold what readers do not expect"),
    other: breaks("answers may hold what readers do not expect"),
  },
};

/** Keywords whose changes need more than a comparison of widths. */
const schemaRules: Readonly<Record<Direction, Readonly<Record<string, Rule>>>> = {
  request: {
    default: checkDefault,
    properties: ({ before, after, ownerBefore }) => {
      if (after === undefined) return breaks("requests that send it are refused, or it is ignored");
      if (before !== undefined) return unknownChange;
      if (isClosed(ownerBefore)) return agrees("requests without it still hold");
      return breaks("the object was open, so requests may already send a member of that name with any value");
    },
    additionalProperties: ({ before, after }) =>
      after === true || before === false
        ? agrees("requests that were accepted still are")
        : breaks("requests with further members may be refused"),
    $ref: checkReference,
  },
  response: {
    default: checkDefault,
    properties: ({ before, after, ownerBefore }) => {
      if (after === undefined) return breaks("readers miss it");
      if (before !== undefined) return unknownChange;
      if (isClosed(ownerBefore))
        return breaks("the object was closed, so readers may refuse a further member");
      return agrees("readers accept members that they do not know");
    },
    additionalProperties: ({ before, after }) =>
      before === undefined && after === true
        ? agrees("readers accept members that they do not know")
        : breaks("what readers may find beside the named members has changed"),
    $ref: checkReference,
  },
};

function checkDefault({ before }: Judged): Verdict {
  if (before === undefined) return agrees("what was left to the service is now said");
  return breaks("requests without it get another meaning");
}

function checkReference(): Verdict {
  return breaks("another schema stands here, and with it another type in clients");
}

function isClosed(schema: unknown): boolean {
  return isFields(schema) && schema["additionalProperties"] === false;
}

/** Whether a keyword accepts less than before, more, or cannot be compared. */
type Width = "narrower" | "wider" | "other";

/** Compares what a keyword accepts before and after; undefined is its absence. */
type CompareWidth = (before: unknown, after: unknown) => Width;

/** Keywords whose changes only affect the width, with their comparisons. */
export const compareWidth: Readonly<Record<string, CompareWidth>> = {
  minimum: compareFloors,
  minLength: compareFloors,
  maximum: compareCeilings,
  maxLength: compareCeilings,
  multipleOf: compareSteps,
  pattern: comparePresence,
  format: comparePresence,
  contentEncoding: comparePresence,
  enum: compareSets((member, others) => others.has(member)),
  anyOf: compareSets((member, others) => others.has(member)),
  type: compareSets(
    (member, others) => others.has(member) || (member === '"integer"' && others.has('"number"')),
  ),
  required: compareRequired,
};

/** Adding a lower bound narrows the schema; removing it widens the schema. */
function compareFloors(before: unknown, after: unknown): Width {
  if (before === undefined || after === undefined) return comparePresence(before, after);
  if (typeof before !== "number" || typeof after !== "number") return "other";
  return after > before ? "narrower" : "wider";
}

/** The inverse of `compareFloors`, except for adding and removing. */
function compareCeilings(before: unknown, after: unknown): Width {
  if (before === undefined || after === undefined) return comparePresence(before, after);
  return compareFloors(after, before);
}

/** A quotient that is not whole in floating point counts as not whole, which errs on the strict side. */
function compareSteps(before: unknown, after: unknown): Width {
  if (before === undefined || after === undefined) return comparePresence(before, after);
  if (typeof before !== "number" || typeof after !== "number") return "other";
  if (Number.isInteger(after / before)) return "narrower";
  return Number.isInteger(before / after) ? "wider" : "other";
}

/** Compares presence only: whether one pattern accepts all that another accepts is undecidable in practice. */
function comparePresence(before: unknown, after: unknown): Width {
  if (before === undefined) return "narrower";
  return after === undefined ? "wider" : "other";
}

/** A list of accepted values: a new member widens the schema, and no list accepts everything. */
function compareSets(holds: (member: string, others: ReadonlySet<string>) => boolean): CompareWidth {
  return (before, after) => {
    if (before === undefined || after === undefined) return comparePresence(before, after);
    const former = membersOf(before);
    const latter = membersOf(after);
    if ([...latter].every((member) => holds(member, former))) return "narrower";
    return [...former].every((member) => holds(member, latter)) ? "wider" : "other";
  };
}

/** A list of required members: a new member narrows the schema, and no list requires nothing. */
function compareRequired(before: unknown, after: unknown): Width {
  const former = membersOf(before ?? []);
  const latter = membersOf(after ?? []);
  if ([...former].every((member) => latter.has(member))) return "narrower";
  return [...latter].every((member) => former.has(member)) ? "wider" : "other";
}

function membersOf(list: unknown): Set<string> {
  return new Set((Array.isArray(list) ? list : [list]).map(writeCanonically));
}

/** Who reads a value: the service in a request, or the caller in a response. */
type Direction = "request" | "response";

/** Returns a function for the directions of a pointer, from both documents in normal form. */
function findDirections(before: Fields, after: Fields): (pointer: Pointer) => readonly Direction[] {
  const inRequests = reachedFrom([before, after], "request");
  const inResponses = reachedFrom([before, after], "response");
  return (pointer) => {
    if (pointer[0] === "paths") return [sideOf(pointer[3])];
    const name = pointer[2] ?? "";
    const directions: Direction[] = [];
    if (inRequests.has(name)) directions.push("request");
    if (inResponses.has(name)) directions.push("response");
    // An unused schema has no known reader, so both directions count.
    return directions.length === 0 ? ["request", "response"] : directions;
  };
}

function sideOf(keyOfOperation: string | undefined): Direction {
  return keyOfOperation === "responses" ? "response" : "request";
}

/** The names of the schemas that a direction reaches in either document. */
function reachedFrom(documents: readonly Fields[], direction: Direction): ReadonlySet<string> {
  const members = documents.flatMap(listOperations).flatMap(({ fields }) => Object.entries(fields));
  return schemasBelow(
    documents,
    members.filter(([key]) => sideOf(key) === direction).map(([, part]) => part),
  );
}

/**
 * Splits an added or removed collection into its members, so that the first parameter of an operation is judged like
 * the second.
 */
function splitDifference(difference: Difference): Difference[] {
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

/** Components are not a collection in the grammar, but only their members matter. */
function isCollection({ pointer }: Difference): boolean {
  const spot = tracePointer(pointer).at(-1);
  if (spot === undefined || spot.member !== undefined) return false;
  if (spot.key === "components") return true;
  return normalPartAt(spot.kind, spot.key).form === "named";
}
