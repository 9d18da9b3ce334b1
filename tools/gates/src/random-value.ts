import { type Fields, followReference, isFields } from "@trading-oms/document";
import fc, { type Arbitrary } from "fast-check";
import { boundaryNumbers } from "./boundary-numbers.ts";
import { boundaryTexts } from "./boundary-texts.ts";

/** Values that are mostly what the schema takes, with something wrong at a random place now and then. */
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
      return fc.array(randomValue(document, schema["items"]), { maxLength: 4 });
    case "object":
      return randomObject(document, schema);
    default:
      return fc.constant(null);
  }
}

/** The one name that zod drops has its turn among the boundary values. */
const strangeName = fc.string({ maxLength: 12 }).filter((name) => name !== "__proto__");

const jsonNumbers = { noNaN: true, noDefaultInfinity: true };

/** Made once, because its table of all characters costs more than all else here. */
const anyText = fc.string({ unit: "binary", maxLength: 120 });

/** The huge texts stay with the boundary values; at random they would cost more than they could show. */
function randomText(schema: Fields): Arbitrary<string> {
  const known = boundaryTexts({ ...schema, maxLength: Math.min(Number(schema["maxLength"] ?? 0), 300) });
  const arbitraries = [fc.constantFrom(...known), anyText];
  if (schema["contentEncoding"] !== undefined) arbitraries.push(fc.base64String({ maxLength: 60 }));
  if (schema["format"] === "date-time") arbitraries.push(fc.date({ noInvalidDate: true }).map(isoText));
  return fc.oneof(...arbitraries);
}

function isoText(date: Date): string {
  return date.toISOString();
}

function randomObject(document: Fields, schema: Fields): Arbitrary<unknown> {
  const properties = isFields(schema["properties"]) ? schema["properties"] : {};
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, randomValue(document, property)]),
  );
  const others = isFields(schema["additionalProperties"])
    ? randomValue(document, schema["additionalProperties"])
    : fc.jsonValue({ maxDepth: 1 });
  const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
  const complete = fc.record(members, { requiredKeys: required });
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
