import fc, { type Arbitrary } from "fast-check";
import { followReference } from "../grammar/resolve-reference.ts";
import { asFields, asList, type Fields, isFields } from "../grammar/walk-document.ts";
import { boundaryTexts } from "./boundary-texts.ts";

/** One value of each type. A schema accepts some and rejects the others. */
const everyType: readonly unknown[] = [null, true, false, 0, 1.5, -1, "", "text", [], [null], {}, { a: 1 }];

/** Names with a meaning in JavaScript, and one without any. */
const strangeNames = ["unknownMember", "__proto__", "constructor", "toString", ""];

/**
 * Values on both sides of every keyword of a schema. A named reference only gets one value of each type, because every
 * named schema is tested by itself.
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
  const repeated = (length: number): unknown[] => Array.from({ length: Math.max(0, length) }, () => sample);
  const { minItems, maxItems } = schema;
  const bounds = [minItems, maxItems].flatMap((bound) =>
    typeof bound === "number" ? [bound - 1, bound, bound + 1] : [],
  );
  const rest = repeated(Number(minItems ?? 0) - 1);
  return [
    ...[0, 1, 2, 1_000, ...bounds].map(repeated),
    ...each.flatMap((item) => [
      [item, ...rest],
      [...rest, item],
      [sample, ...rest, item],
    ]),
  ];
}

function boundaryObjects(document: Fields, schema: Fields): unknown[] {
  const properties = asFields(schema["properties"]);
  const full = sampleValue(document, schema, "full") as Fields;
  const least = sampleValue(document, schema, "least") as Fields;
  const varied = Object.entries(properties).flatMap(([name, property]) =>
    boundaryValues(document, property).map((value) => ({ ...least, [name]: value })),
  );
  const without = Object.keys(properties).map((name) => withoutMember(full, name));
  const isMap = isFields(schema["additionalProperties"]);
  const others = isMap ? boundaryValues(document, schema["additionalProperties"]) : everyType;
  // A zod record drops `__proto__` before it validates the value.
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

/** Adds an own member, even with the name `__proto__`, as JSON.parse does. */
function withMember(fields: Fields, name: string, value: unknown): Fields {
  return Object.fromEntries([...Object.entries(fields), [name, value]]);
}

/** Numbers for every numeric schema. */
const everywhere = [
  0,
  1,
  -1,
  0.5,
  1.5,
  -0.5,
  0.1 + 0.2,
  50,
  1e3,
  1e21,
  1e300,
  -1e300,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
];

/** Numbers on both sides of every constraint of a schema. */
export function boundaryNumbers(schema: Fields): number[] {
  const bounds = [schema["minimum"], schema["maximum"], schema["multipleOf"], schema["default"]];
  const near = bounds.flatMap((bound) =>
    typeof bound === "number" ? [bound - 1, bound - 0.5, bound, bound + 0.5, bound + 1, bound * 2] : [],
  );
  return [...everywhere, ...near];
}

/** Whether to fill only the required members or all. */
type Fullness = "least" | "full";

/** A value that the schema accepts; deterministic. */
function sampleValue(document: Fields, candidate: unknown, fullness: Fullness = "least"): unknown {
  const schema = followReference(document, candidate);
  if (Array.isArray(schema["anyOf"])) return sampleValue(document, schema["anyOf"][0], fullness);
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  switch (type) {
    case "string":
      return sampleText(schema);
    case "number":
    case "integer":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    case "boolean":
      return true;
    case "array":
      return Array.from(
        { length: Math.max(Number(schema["minItems"] ?? 0), fullness === "full" ? 1 : 0) },
        () => sampleValue(document, schema["items"], fullness),
      );
    case "object":
      return sampleObject(document, schema, fullness);
    default:
      return null;
  }
}

function sampleText(schema: Fields): string {
  if (Array.isArray(schema["enum"])) return String(schema["enum"][0]);
  if (schema["format"] === "date-time") return "2026-11-21T03:20:00Z";
  const pattern = new RegExp(String(schema["pattern"] ?? ""), "u");
  return ["QUJD", "2026-11-21"].find((text) => pattern.test(text)) ?? "QUJD";
}

function sampleObject(document: Fields, schema: Fields, fullness: Fullness): Fields {
  const properties = asFields(schema["properties"]);
  const required = asList(schema["required"]);
  const names = Object.keys(properties).filter((name) => fullness === "full" || required.includes(name));
  return Object.fromEntries(names.map((name) => [name, sampleValue(document, properties[name], fullness)]));
}

/** Values that mostly match the schema, with an occasional random fault. */
export function randomValue(document: Fields, candidate: unknown): Arbitrary<unknown> {
  const schema = followReference(document, candidate);
  const intended = intendedValue(document, schema);
  return fc.oneof({ weight: 20, arbitrary: intended }, { weight: 1, arbitrary: fc.jsonValue() });
}

function intendedValue(document: Fields, schema: Fields): Arbitrary<unknown> {
  if (Array.isArray(schema["anyOf"])) {
    return fc.oneof(...schema["anyOf"].map((branch) => randomValue(document, branch)));
  }
  if (Array.isArray(schema["type"])) {
    return fc.oneof(...schema["type"].map((type) => intendedValue(document, { ...schema, type })));
  }
  switch (schema["type"]) {
    case "string":
      return randomText(schema);
    case "number":
    case "integer":
      return fc.oneof(fc.constantFrom(...boundaryNumbers(schema)), fc.integer(), fc.double(jsonNumbers));
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(randomValue(document, schema["items"]), lengthsOf(schema));
    case "object":
      return randomObject(document, schema);
    default:
      return fc.constant(null);
  }
}

/** Short lists within the bounds, and now and then one beyond a small upper bound. */
function lengthsOf({ minItems, maxItems }: Fields) {
  const minLength = Number(minItems ?? 0);
  return { minLength, maxLength: Math.max(minLength, Math.min(Number(maxItems ?? 4), minLength + 4)) + 1 };
}

/** `__proto__`, which zod drops, is among the boundary values. */
const strangeName = fc.string({ maxLength: 12 }).filter((name) => name !== "__proto__");

const jsonNumbers = { noNaN: true, noDefaultInfinity: true };

/** Created once, because its table of all characters is expensive. */
const anyText = fc.string({ unit: "binary", maxLength: 120 });

/** Very long texts are among the boundary values only; at random they would be too slow. */
function randomText(schema: Fields): Arbitrary<string> {
  const known = boundaryTexts({ ...schema, maxLength: Math.min(Number(schema["maxLength"] ?? 0), 300) });
  const arbitraries = [fc.constantFrom(...known), anyText];
  if (schema["contentEncoding"] !== undefined) arbitraries.push(fc.base64String({ maxLength: 60 }));
  if (schema["format"] === "date-time")
    arbitraries.push(fc.date({ noInvalidDate: true }).map((date) => date.toISOString()));
  return fc.oneof(...arbitraries);
}

function randomObject(document: Fields, schema: Fields): Arbitrary<unknown> {
  const properties = asFields(schema["properties"]);
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, randomValue(document, property)]),
  );
  const others = isFields(schema["additionalProperties"])
    ? randomValue(document, schema["additionalProperties"])
    : fc.jsonValue({ maxDepth: 1 });
  const required = asList(schema["required"]) as readonly string[];
  const complete = fc.record(members, { requiredKeys: [...required] });
  const partial = fc.record(members, { requiredKeys: [] });
  const extended = fc
    .tuple(complete, fc.dictionary(strangeName, others, { maxKeys: 2 }))
    .map(([known, unknown]) => ({ ...unknown, ...known }));
  return fc.oneof(
    { weight: 6, arbitrary: complete },
    { weight: 2, arbitrary: extended },
    { weight: 1, arbitrary: partial },
  );
}
