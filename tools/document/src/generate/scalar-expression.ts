import { type Fields, isFields, type Pointer } from "../walk-document.ts";
import { RefusedDocument } from "./refused-document.ts";

/**
 * A zod expression, what the emitted document must be told because zod-to-openapi does not see it in the
 * expression, and the keywords that the two of them stand for.
 */
export type ExactExpression = {
  readonly code: string;
  readonly metadata: Fields;
  readonly understood: readonly string[];
};

/** Writes a schema of one value: a string, a number, an integer, a boolean or null. */
export function scalarExpression(pointer: Pointer, schema: Fields): ExactExpression {
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

/** Lengths come first and abort, so that no pattern ever runs over a text that is too long already. */
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
    // zod-to-openapi would emit the flag behind the pattern as if it were a part of it.
    metadata["pattern"] = pattern;
    code += `.regex(${literal}, ${mend(`has characters that are not allowed here; the pattern is ${pattern}`)})`;
  }
  if (not !== undefined) {
    const literal = patternLiteral([...pointer, "not"], excludedPattern(pointer, not));
    code += `.refine((text) => !${literal}.test(text), ${mend("has characters that are not allowed here")})`;
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

/** What zod is to say of a value that fails, and whether the checks that follow still run. */
function mend(error: string, abort = false): string {
  return JSON.stringify(abort ? { error, abort } : { error });
}

function lengthWords(minLength: unknown, maxLength: unknown): string {
  if (maxLength === undefined) return `has to be at least ${minLength} characters long`;
  if (minLength === undefined) return `has to be at most ${maxLength} characters long`;
  return `has to be ${minLength} to ${maxLength} characters long`;
}

/** Wholeness is our own check: zod's `multipleOf(1)` takes fractions that are too small for its remainder. */
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
  const metadata = {
    ...(type === "integer" ? { type } : {}),
    ...(multipleOf === undefined ? {} : { multipleOf }),
  };
  return { code, metadata, understood: ["type", "minimum", "maximum", "multipleOf"] };
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
