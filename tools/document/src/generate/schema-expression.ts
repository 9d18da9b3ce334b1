import { nameOfReference } from "../resolve-reference.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";
import { arrayExpression, objectExpression } from "./container-expression.ts";
import { RefusedDocument } from "./refused-document.ts";
import { type ExactExpression, scalarExpression } from "./scalar-expression.ts";

/** A name under which a schema is registered, and what the emitted document is to say of a parameter. */
export type Registration = { readonly name?: string; readonly parameter?: Fields };

/** What a schema may say without any effect on what is valid. */
const words = ["description", "examples"] as const;

/** Writes a schema as a zod expression that accepts what the schema accepts; throws where it knows no such one. */
export function schemaExpression(pointer: Pointer, schema: unknown, registration: Registration = {}): string {
  if (!isFields(schema)) throw new RefusedDocument(pointer, "is not a schema");
  if (typeof schema["$ref"] === "string") return nameOfReference(schema["$ref"]);
  const { code, metadata, understood } = exactExpression(pointer, schema);
  const known = new Set<string>([...understood, ...words]);
  const foreign = Object.keys(schema).find((keyword) => !known.has(keyword));
  if (foreign !== undefined) {
    const type = JSON.stringify(schema["type"] ?? "anyOf");
    const message = `keyword "${foreign}" has no meaning beside type ${type} to the generator; remove it, or teach tools/document/src/generate`;
    throw new RefusedDocument([...pointer, foreign], message);
  }
  return `${code}${openapiCall(schema, metadata, registration)}`;
}

function exactExpression(pointer: Pointer, schema: Fields): ExactExpression {
  if (schema["anyOf"] !== undefined) return anyOfExpression(pointer, schema["anyOf"]);
  if (Array.isArray(schema["type"])) return typeListExpression(pointer, schema["type"]);
  if (schema["type"] === "object") return objectExpression(pointer, schema, schemaExpression);
  if (schema["type"] === "array") return arrayExpression(pointer, schema, schemaExpression);
  return scalarExpression(pointer, schema);
}

function anyOfExpression(pointer: Pointer, branches: unknown): ExactExpression {
  if (!Array.isArray(branches) || branches.length < 2) {
    throw new RefusedDocument([...pointer, "anyOf"], "anyOf needs two branches or more");
  }
  const codes = branches.map((branch, index) =>
    schemaExpression([...pointer, "anyOf", String(index)], branch),
  );
  return { code: `z.union([${codes.join(", ")}])`, metadata: {}, understood: ["anyOf"] };
}

function typeListExpression(pointer: Pointer, types: readonly unknown[]): ExactExpression {
  const codes = types.map((type) => scalarExpression([...pointer, "type"], { type }).code);
  return { code: `z.union([${codes.join(", ")}])`, metadata: { type: types }, understood: ["type"] };
}

function openapiCall(schema: Fields, metadata: Fields, registration: Registration): string {
  const said: Record<string, unknown> = { ...metadata };
  for (const word of words) {
    if (schema[word] !== undefined) said[word] = schema[word];
  }
  if (registration.parameter !== undefined) said["param"] = registration.parameter;
  const name = registration.name === undefined ? [] : [JSON.stringify(registration.name)];
  // The metadata types of zod-to-openapi lack contentEncoding, which it passes on all the same.
  const widened = "contentEncoding" in said ? " as object" : "";
  const literal = Object.keys(said).length === 0 ? [] : [`${JSON.stringify(said)}${widened}`];
  const call = [...name, ...literal].join(", ");
  return call === "" ? "" : `.openapi(${call})`;
}
