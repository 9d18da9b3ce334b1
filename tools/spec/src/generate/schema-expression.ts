import { nameOfReference } from "../grammar/resolve-reference.ts";
import { asFields, type Fields, isFields, type Pointer } from "../grammar/walk-document.ts";
import { describePattern } from "./pattern-words.ts";

/** Thrown for a part of the document that the generator cannot represent exactly. */
export class RefusedDocument extends Error {
  readonly pointer: Pointer;
  /** The file of the document, as far as it is known. */
  file: string | undefined;

  constructor(pointer: Pointer, message: string) {
    super(message);
    this.name = "RefusedDocument";
    this.pointer = pointer;
  }
}

/** The registered name of a schema, and the parameter metadata for the emitted document. */
type Registration = { readonly name?: string; readonly parameter?: Fields };

/** Keywords without an effect on validity. */
const words = ["description", "examples"] as const;

/**
 * Writes a schema as a zod expression that accepts exactly the same values. Throws RefusedDocument if there is none.
 */
export function schemaExpression(pointer: Pointer, schema: unknown, registration: Registration = {}): string {
  if (!isFields(schema)) throw new RefusedDocument(pointer, "is not a schema");
  if (typeof schema["$ref"] === "string") return nameOfReference(schema["$ref"]);
  const { code, metadata, understood } = exactExpression(pointer, schema);
  const known = new Set<string>([...understood, ...words]);
  const foreign = Object.keys(schema).find((keyword) => !known.has(keyword));
  if (foreign !== undefined) {
    const type = JSON.stringify(schema["type"] ?? "anyOf");
    const message = `keyword "${foreign}" has no meaning beside type ${type} to the generator; remove it, or teach tools/spec/src/generate`;
    throw new RefusedDocument([...pointer, foreign], message);
  }
  return `${code}${openapiCall(schema, metadata, registration)}`;
}

function exactExpression(pointer: Pointer, schema: Fields): ExactExpression {
  if (schema["anyOf"] !== undefined) return anyOfExpression(pointer, schema["anyOf"]);
  if (Array.isArray(schema["type"])) return typeListExpression(pointer, schema, schema["type"]);
  if (schema["type"] === "object") return objectExpression(pointer, schema);
  if (schema["type"] === "array") return arrayExpression(pointer, schema);
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

function typeListExpression(pointer: Pointer, schema: Fields, types: readonly unknown[]): ExactExpression {
  const codes = types.map((type) => scalarExpression([...pointer, "type"], { type }).code);
  const format = types.includes("integer") ? integerFormat(pointer, schema) : {};
  const understood = ["type", ...Object.keys(format)];
  return { code: `z.union([${codes.join(", ")}])`, metadata: { type: types, ...format }, understood };
}

function openapiCall(schema: Fields, metadata: Fields, registration: Registration): string {
  const said: Record<string, unknown> = { ...metadata };
  for (const word of words) {
    if (schema[word] !== undefined) said[word] = schema[word];
  }
  if (registration.parameter !== undefined) said["param"] = registration.parameter;
  const name = registration.name === undefined ? [] : [JSON.stringify(registration.name)];
  // The metadata types of zod-to-openapi lack contentEncoding, although it is passed on.
  const widened = "contentEncoding" in said ? " as object" : "";
  const literal = Object.keys(said).length === 0 ? [] : [`${JSON.stringify(said)}${widened}`];
  const call = [...name, ...literal].join(", ");
  return call === "" ? "" : `.openapi(${call})`;
}

function arrayExpression(pointer: Pointer, schema: Fields): ExactExpression {
  if (schema["items"] === undefined)
    throw new RefusedDocument(pointer, "an array has to say what its items are");
  const items = schemaExpression([...pointer, "items"], schema["items"]);
  const { minItems, maxItems } = schema;
  const code = [
    `z.array(${items})`,
    minItems === undefined ? "" : `.min(${minItems}, ${mend(`has to have ${minItems} items or more`)})`,
    maxItems === undefined ? "" : `.max(${maxItems}, ${mend(`has to have at most ${maxItems} items`)})`,
  ].join("");
  return { code, metadata: {}, understood: ["type", "items", "minItems", "maxItems"] };
}

/** Writes an object: closed, open, a map, or one that accepts unknown members without inviting them. */
function objectExpression(pointer: Pointer, schema: Fields): ExactExpression {
  const shape = shapeOf(pointer, schema);
  const written = (code: string): ExactExpression => ({
    code,
    metadata: {},
    understood: ["type", "properties", "required", "additionalProperties"],
  });
  const others = schema["additionalProperties"];
  if (others === false) return written(`z.strictObject(${shape})`);
  if (others === true) return written(`z.looseObject(${shape})`);
  if (others === undefined) return written(`tolerantObject(${shape})`);
  const othersPointer = [...pointer, "additionalProperties"];
  if (shape !== "{}") {
    const message = "an object has either named properties or a schema for all others, not both";
    throw new RefusedDocument(othersPointer, message);
  }
  return written(`z.record(z.string(), ${schemaExpression(othersPointer, others)})`);
}

function shapeOf(pointer: Pointer, schema: Fields): string {
  const properties = asFields(schema["properties"]);
  const required = requiredOf(pointer, schema, properties);
  const members = Object.entries(properties).map(([name, property]) => {
    const code = schemaExpression([...pointer, "properties", name], property);
    return `  ${JSON.stringify(name)}: ${code}${required.includes(name) ? "" : ".optional()"},\n`;
  });
  return members.length === 0 ? "{}" : `{\n${members.join("")}}`;
}

function requiredOf(pointer: Pointer, schema: Fields, properties: Fields): readonly string[] {
  const required = schema["required"] ?? [];
  const requiredPointer = [...pointer, "required"];
  if (!Array.isArray(required))
    throw new RefusedDocument(requiredPointer, "required has to be a list of names");
  const nameless = required.find((name) => !Object.hasOwn(properties, name));
  if (nameless !== undefined) {
    throw new RefusedDocument(requiredPointer, `required names "${nameless}", which is no property`);
  }
  return required;
}

/** A zod expression, metadata that zod-to-openapi does not derive from it, and the keywords that both represent. */
type ExactExpression = {
  readonly code: string;
  readonly metadata: Fields;
  readonly understood: readonly string[];
};

/** Writes a schema of one value: a string, a number, an integer, a boolean or null. */
function scalarExpression(pointer: Pointer, schema: Fields): ExactExpression {
  switch (schema["type"]) {
    case "string":
      return "enum" in schema ? enumExpression(pointer, schema) : stringExpression(pointer, schema);
    case "number":
    case "integer":
      return numberExpression(pointer, schema);
    case "boolean":
      return { code: "z.boolean()", metadata: {}, understood: ["type"] };
    case "null":
      return { code: "z.null()", metadata: {}, understood: ["type"] };
    default:
      throw unknownValue(
        pointer,
        "type",
        schema["type"],
        "string, number, integer, boolean, null, object, array",
      );
  }
}

function enumExpression(pointer: Pointer, schema: Fields): ExactExpression {
  const values = schema["enum"];
  if (!Array.isArray(values) || values.length === 0 || !values.every((value) => typeof value === "string")) {
    throw new RefusedDocument([...pointer, "enum"], "enum has to list one string or more");
  }
  return { code: `z.enum(${JSON.stringify(values)})`, metadata: {}, understood: ["type", "enum"] };
}

/** Lengths are checked first and abort, so that no pattern runs on a text that is too long. */
function stringExpression(pointer: Pointer, schema: Fields): ExactExpression {
  const { minLength, maxLength, pattern, not, contentEncoding, format } = schema;
  const metadata: Record<string, unknown> = {};
  let code = "z.string()";
  if (minLength !== undefined || maxLength !== undefined) {
    const bounds = JSON.stringify({ minLength, maxLength });
    code += `.refine(hasLength(${bounds}), ${mend(lengthWords(minLength, maxLength), true)})`;
    Object.assign(metadata, JSON.parse(bounds));
  }
  if (pattern !== undefined) {
    const literal = patternLiteral(pointer, pattern);
    // zod-to-openapi would append the flags to the pattern.
    metadata["pattern"] = pattern;
    code += `.regex(${literal}, ${mend(describePattern(pattern))})`;
  }
  if (not !== undefined) {
    const literal = patternLiteral([...pointer, "not"], excludedPattern(pointer, not));
    code += `.refine((text) => !${literal}.test(text), ${mend(describePattern(pattern))})`;
    metadata["not"] = not;
  }
  if (contentEncoding !== undefined) {
    if (contentEncoding !== "base64")
      throw unknownValue(pointer, "contentEncoding", contentEncoding, "base64");
    code += `.refine(isBase64, ${mend("has to be Base64 with its padding")})`;
    metadata["contentEncoding"] = contentEncoding;
  }
  if (format !== undefined) {
    if (format !== "date-time") throw unknownValue(pointer, "format", format, "date-time");
    code += `.refine(isDateTime, ${mend("has to be a date and time such as 2026-01-31T09:00:00Z")})`;
    metadata["format"] = format;
  }
  const understood = ["type", "minLength", "maxLength", "pattern", "not", "contentEncoding", "format"];
  return { code, metadata, understood };
}

/** The message of a failed check, and whether later checks are skipped. */
function mend(error: string, abort = false): string {
  return JSON.stringify(abort ? { error, abort } : { error });
}

function lengthWords(minLength: unknown, maxLength: unknown): string {
  if (maxLength === undefined) return `has to be at least ${minLength} characters long`;
  if (minLength === undefined) return `has to be at most ${maxLength} characters long`;
  return `has to be ${minLength} to ${maxLength} characters long`;
}

/**
 * Wholeness is checked by `Number.isInteger`: zod's `multipleOf(1)` accepts fractions that are too small for its
 * remainder.
 */
function numberExpression(pointer: Pointer, schema: Fields): ExactExpression {
  const { type, minimum, maximum, multipleOf } = schema;
  if (multipleOf !== undefined && multipleOf !== 1)
    throw unknownValue(pointer, "multipleOf", multipleOf, "1");
  const isWhole = type === "integer" || multipleOf === 1;
  const code = [
    "z.number()",
    isWhole ? `.refine(Number.isInteger, ${mend("has to be a whole number")})` : "",
    minimum === undefined ? "" : `.min(${Number(minimum)})`,
    maximum === undefined ? "" : `.max(${Number(maximum)})`,
  ].join("");
  // With a type in the metadata, zod-to-openapi leaves the bounds out.
  const bounds = JSON.parse(JSON.stringify({ minimum, maximum }));
  const metadata = {
    ...(type === "integer" ? { type, ...bounds, ...integerFormat(pointer, schema) } : {}),
    ...(multipleOf === undefined ? {} : { multipleOf }),
  };
  const understood = ["type", "minimum", "maximum", "multipleOf", ...(type === "integer" ? ["format"] : [])];
  return { code, metadata, understood };
}

/** The width of an integer, which generators of other languages read; it has no effect on validity. */
export function integerFormat(pointer: Pointer, { format }: Fields): { readonly format?: "int64" } {
  if (format === undefined) return {};
  if (format !== "int64") throw unknownValue(pointer, "format", format, "int64");
  return { format };
}

function excludedPattern(pointer: Pointer, schema: unknown): string {
  if (isFields(schema) && schema["type"] === "string" && typeof schema["pattern"] === "string") {
    if (Object.keys(schema).length === 2) return schema["pattern"];
  }
  throw unknownValue(pointer, "not", schema, "a string with a pattern");
}

function patternLiteral(pointer: Pointer, pattern: unknown): string {
  try {
    return String(new RegExp(String(pattern), "u"));
  } catch {
    throw unknownValue(pointer, "pattern", pattern, "regular expressions of Unicode mode");
  }
}

function unknownValue(pointer: Pointer, keyword: string, found: unknown, known: string): RefusedDocument {
  const message = `${keyword} ${JSON.stringify(found)} is none that the generator checks; it knows ${known}`;
  return new RefusedDocument([...pointer, keyword], message);
}
