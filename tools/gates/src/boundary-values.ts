import { type Fields, followReference, isFields } from "@trading-oms/document";
import { boundaryNumbers } from "./boundary-numbers.ts";
import { boundaryTexts } from "./boundary-texts.ts";
import { sampleValue } from "./sample-value.ts";

/** One value of each type, of which a schema takes some and refuses the others. */
const everyType: readonly unknown[] = [null, true, false, 0, 1.5, -1, "", "text", [], [null], {}, { a: 1 }];

/** Names that mean something to JavaScript, and one that means nothing to anybody. */
const strangeNames = ["unknownMember", "__proto__", "constructor", "toString", ""];

/**
 * Values on both sides of every keyword of a schema. What it refers to by name is probed with one value of each
 * type only, because every named schema has its own turn.
 */
export function boundaryValues(document: Fields, schema: unknown): unknown[] {
  if (!isFields(schema)) return [];
  if ("$ref" in schema) return [sampleValue(document, followReference(document, schema)), ...everyType];
  if (Array.isArray(schema["anyOf"])) {
    return [...everyType, ...schema["anyOf"].flatMap((branch) => boundaryValues(document, branch))];
  }
  const types: unknown[] = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  return [...everyType, ...types.flatMap((type) => valuesOfType(document, { ...schema, type }))];
}

function valuesOfType(document: Fields, schema: Fields): unknown[] {
  switch (schema["type"]) {
    case "string":
      return boundaryTexts(schema);
    case "number":
    case "integer":
      return boundaryNumbers(schema);
    case "array":
      return boundaryLists(document, schema);
    case "object":
      return boundaryObjects(document, schema);
    default:
      return [];
  }
}

function boundaryLists(document: Fields, schema: Fields): unknown[] {
  const sample = sampleValue(document, schema["items"]);
  const each = boundaryValues(document, schema["items"]);
  const long = Array.from({ length: 1_000 }, () => sample);
  return [[], [sample], [sample, sample], long, ...each.flatMap((item) => [[item], [sample, item]])];
}

function boundaryObjects(document: Fields, schema: Fields): unknown[] {
  const properties = isFields(schema["properties"]) ? schema["properties"] : {};
  const full = sampleValue(document, schema, "full") as Fields;
  const least = sampleValue(document, schema, "least") as Fields;
  const varied = Object.entries(properties).flatMap(([name, property]) =>
    boundaryValues(document, property).map((value) => ({ ...least, [name]: value })),
  );
  const without = Object.keys(properties).map((name) => withoutMember(full, name));
  const isMap = isFields(schema["additionalProperties"]);
  const others = isMap ? boundaryValues(document, schema["additionalProperties"]) : everyType;
  // A map of zod's drops the one name that could reach a prototype before it looks at the value.
  const names = isMap ? strangeNames.filter((name) => name !== "__proto__") : strangeNames;
  const strangers = names.flatMap((name) => others.map((value) => withMember(least, name, value)));
  const misspelt = Object.keys(full).map((name) =>
    withMember(withoutMember(full, name), name.toUpperCase(), 1),
  );
  return [full, least, ...varied, ...without, ...strangers, ...misspelt];
}

function withoutMember(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** Adds an own member even where the name is `__proto__`, as JSON.parse would. */
function withMember(fields: Fields, name: string, value: unknown): Fields {
  return Object.fromEntries([...Object.entries(fields), [name, value]]);
}
