import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { listComponentSchemas } from "../grammar/list-operations.ts";
import { type Fields, isFields } from "../grammar/walk-document.ts";

/** Validates a value. Returns one line per fault with its place in the value; empty if it is valid. */
export type Validator = (candidate: unknown) => string[];

/** Creates a validator for a schema, or for a reference such as `#/components/schemas/MarginRatio`. */
export type ValidatorMaker = (schema: Fields | boolean | string) => Validator;

/**
 * Validates values by JSON Schema 2020-12 as the document uses it.
 *
 * The maker throws for an invalid schema: an unknown keyword, a bound of the wrong type, a pattern that does not
 * compile. Base64 and date-times are asserted, which the standard leaves to implementations.
 */
export function schemaValidator(document: Fields): ValidatorMaker {
  const ajv = new Ajv2020({
    strict: true,
    // The document uses `type: [number, string]` on purpose.
    allowUnionTypes: true,
    allErrors: true,
  });
  addFormats.default(ajv, ["int64"]);
  ajv.addFormat("date-time", { type: "string", validate: isDateTime });
  ajv.removeKeyword("contentEncoding");
  ajv.addKeyword({
    keyword: "contentEncoding",
    type: "string",
    schemaType: "string",
    metaSchema: { const: "base64" },
    validate: (_encoding: string, text: string) => isBase64(text),
    error: { message: "must be Base64 with padding and without line breaks" },
  });
  for (const { name, fields } of listComponentSchemas(document)) {
    // Schemas are compiled on demand, so that a broken one only fails itself.
    ajv.addSchema(anchor(fields), `component:${name}`, undefined, false);
  }
  return (schema) => {
    const validate = ajv.compile(typeof schema === "string" ? anchor({ $ref: schema }) : anchor(schema));
    return (candidate) => (validate(candidate) ? [] : (validate.errors ?? []).map(describe));
  };
}

/** Rewrites references to the id of their component, so that they resolve from any part of the document. */
function anchor<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(anchor) as Schema;
  if (!isFields(schema)) return schema;
  const anchored = Object.entries(schema).map(([key, child]) => {
    const isReference = key === "$ref" && typeof child === "string";
    return [
      key,
      isReference ? child.replace(/^#\/components\/schemas\/([^/]+)/, "component:$1#") : anchor(child),
    ];
  });
  return Object.fromEntries(anchored);
}

function describe({ instancePath, keyword, message, params: facts }: ErrorObject): string {
  const fact = { additionalProperties: "additionalProperty", enum: "allowedValues", const: "allowedValue" }[
    keyword
  ];
  const extra = fact === undefined ? "" : ` (${JSON.stringify(facts[fact])})`;
  return `${instancePath || "/"} ${message ?? keyword}${extra}`;
}

/** Base64 as in RFC 4648, in one pass without backtracking, because an image has millions of characters. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/**
 * A date and time as in RFC 3339, with `T`, seconds and an offset, on an existing day.
 *
 * Leap seconds are rejected, although the RFC allows them: our clocks cannot represent them.
 */
function isDateTime(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour, offsetMinute] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  const isTime = hour <= 23 && minute <= 59 && second <= 59;
  return isDay && isTime && (offsetHour ?? 0) <= 23 && (offsetMinute ?? 0) <= 59;
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap ? 29 : 28;
}
