import { type Fields, isFields, type Pointer } from "../walk-document.ts";
import { RefusedDocument } from "./refused-document.ts";
import type { ExactExpression } from "./scalar-expression.ts";

/** How the schemas inside are written, passed in because they may be containers again. */
type WriteSchema = (pointer: Pointer, schema: unknown) => string;

/** Writes a list. */
export function arrayExpression(pointer: Pointer, schema: Fields, writeSchema: WriteSchema): ExactExpression {
  if (schema["items"] === undefined)
    throw new RefusedDocument(pointer, "an array has to say what its items are");
  const items = writeSchema([...pointer, "items"], schema["items"]);
  return { code: `z.array(${items})`, metadata: {}, understood: ["type", "items"] };
}

/** Writes an object: closed, open, a map, or tolerant of members that it does not invite. */
export function objectExpression(
  pointer: Pointer,
  schema: Fields,
  writeSchema: WriteSchema,
): ExactExpression {
  const shape = shapeOf(pointer, schema, writeSchema);
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
  return written(`z.record(z.string(), ${writeSchema(othersPointer, others)})`);
}

function shapeOf(pointer: Pointer, schema: Fields, writeSchema: WriteSchema): string {
  const properties = isFields(schema["properties"]) ? schema["properties"] : {};
  const required = requiredOf(pointer, schema, properties);
  const members = Object.entries(properties).map(([name, property]) => {
    const code = writeSchema([...pointer, "properties", name], property);
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
