import { type Fields, followReference, isFields } from "@trading-oms/document";

/** How much of an object to fill: what is required, or everything. */
export type Fullness = "least" | "full";

/** A value that the schema takes, the same one every time. */
export function sampleValue(document: Fields, candidate: unknown, fullness: Fullness = "least"): unknown {
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
      return fullness === "full" ? [sampleValue(document, schema["items"], fullness)] : [];
    case "object":
      return sampleObject(document, schema, fullness);
    default:
      return null;
  }
}

function sampleText(schema: Fields): string {
  if (Array.isArray(schema["enum"])) return String(schema["enum"][0]);
  if (schema["format"] === "date-time") return "2026-11-21T03:20:00Z";
  return "QUJD";
}

function sampleObject(document: Fields, schema: Fields, fullness: Fullness): Fields {
  const properties = isFields(schema["properties"]) ? schema["properties"] : {};
  const required: unknown = schema["required"];
  const names = Object.keys(properties).filter(
    (name) => fullness === "full" || (Array.isArray(required) && required.includes(name)),
  );
  return Object.fromEntries(names.map((name) => [name, sampleValue(document, properties[name], fullness)]));
}
