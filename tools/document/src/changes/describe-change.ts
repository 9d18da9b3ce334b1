import type { Difference } from "../find-differences.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";
import { type Spot, tracePointer } from "./trace-pointer.ts";
import { writeCanonically } from "./write-canonically.ts";

/** Says what changed in words, such as `listNotifications, query parameter limit: maximum 100 → 50`. */
export function describeChange({ pointer, before, after }: Difference, documents: readonly Fields[]): string {
  const spots = tracePointer(pointer);
  const last = spots.at(-1);
  if (last === undefined) return "the whole document";
  const place = describePlace(spots.slice(0, -1), documents);
  const thing = last.kind === "pathItem" ? `${last.key.toUpperCase()} ${last.owner[1]}` : nameThing(last);
  return `${place === "" ? "" : `${place}: `}${thing}${describeSides(before, after)}`;
}

function describePlace(spots: readonly Spot[], documents: readonly Fields[]): string {
  const names: string[] = [];
  for (const spot of spots) {
    const step = stepWithin(spot);
    if (step !== undefined) names.push(`${names.pop() ?? ""}${step}`);
    else if (spot.kind === "pathItem") names.push(nameOperation([...spot.owner, spot.key], documents));
    else if (spot.key !== "paths" && spot.key !== "components" && spot.key !== "schema")
      names.push(nameThing(spot));
  }
  return names.join(", ");
}

/** Within a schema the way is short enough to be written as code: `SymbolEntry.news[]`. */
function stepWithin({ kind, key, member }: Spot): string | undefined {
  if (kind !== "schema") return undefined;
  if (key === "properties" && member !== undefined) return `.${member}`;
  if (key === "items") return "[]";
  return key === "additionalProperties" ? "{}" : undefined;
}

function nameOperation(pointer: Pointer, documents: readonly Fields[]): string {
  const [, path = "", method = ""] = pointer;
  const names = documents.map((document) => {
    const operation = pointer.reduce<unknown>(
      (value, key) => (isFields(value) ? value[key] : undefined),
      document,
    );
    return isFields(operation) ? operation["operationId"] : undefined;
  });
  const name = names.find((each) => typeof each === "string");
  return typeof name === "string" ? name : `${method.toUpperCase()} ${path}`;
}

const nouns: Readonly<Record<string, string>> = {
  "document.paths": "path",
  "document.tags": "tag",
  "components.schemas": "schema",
  "components.securitySchemes": "security scheme",
  "operation.requestBody": "request body",
  "operation.responses": "answer",
  "response.headers": "header",
  "response.content": "media type",
  "requestBody.content": "media type",
  "schema.properties": "property",
};

function nameThing({ kind, key, member }: Spot): string {
  const name = `${kind}.${key}`;
  const noun = nouns[name] ?? key;
  if (member === undefined) return noun;
  const [first = "", ...rest] = member.split(" ");
  return name === "operation.parameters" ? `${first} parameter ${rest.join(" ")}` : `${noun} ${member}`;
}

function describeSides(before: unknown, after: unknown): string {
  if (before === undefined) return ` added${isFields(after) ? "" : ` (${shorten(after)})`}`;
  if (after === undefined) return ` removed${isFields(before) ? "" : ` (${shorten(before)})`}`;
  if (!Array.isArray(before) || !Array.isArray(after)) return ` ${shorten(before)} → ${shorten(after)}`;
  const gone = missingFrom(after, before).map((each) => `loses ${shorten(each)}`);
  const come = missingFrom(before, after).map((each) => `gains ${shorten(each)}`);
  return ` ${[...gone, ...come].join(", ")}`;
}

function missingFrom(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(list.map(writeCanonically));
  return others.filter((each) => !known.has(writeCanonically(each)));
}

function shorten(side: unknown): string {
  const text = JSON.stringify(side);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
