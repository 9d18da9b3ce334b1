import type { ObjectKind } from "../grammar.ts";
import { normalForm } from "../normal-form.ts";
import { type Fields, isFields } from "../walk-document.ts";
import { normalPartAt } from "./trace-pointer.ts";

/** Keys that speak to people alone: no program behaves differently when one of them changes. */
const words: Partial<Record<ObjectKind, readonly string[]>> = {
  // Patch releases of OpenAPI clarify and change nothing, and the reader takes 3.1 alone.
  document: ["openapi"],
  info: ["title", "summary", "description", "license", "contact"],
  server: ["description"],
  serverVariable: ["description"],
  tag: ["description"],
  securityScheme: ["description"],
  operation: ["summary", "description"],
  parameter: ["description", "examples"],
  requestBody: ["description"],
  response: ["description"],
  header: ["description"],
  mediaType: ["examples"],
  schema: ["title", "description", "examples"],
};

/** The document in normal form without its words, which is all that programs depend on. */
export function interfaceForm(document: Fields): Fields {
  return interfaceObject("document", normalForm(document)) as Fields;
}

/** What of the value under this key is interface; undefined where all of it is words or said by default. */
export function interfacePart(kind: ObjectKind, key: string, value: unknown): unknown {
  if (isWords(kind, key) || isSaidByDefault(kind, key, value)) return undefined;
  const part = normalPartAt(kind, key);
  if (part.form === "one") return interfaceObject(part.kind, value);
  if (part.form === "list" && Array.isArray(value))
    return value.map((each) => interfaceObject(part.kind, each));
  if (part.form !== "named" || !isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, interfaceObject(part.kind, each)]),
  );
}

/** Whether what stands under this key speaks to people alone. */
export function isWords(kind: ObjectKind, key: string): boolean {
  return words[kind]?.includes(key) ?? false;
}

/** What is interface of one whole object, such as a parameter or a schema. */
export function interfaceObject(kind: ObjectKind, value: unknown): unknown {
  if (!isFields(value)) return value;
  const members = Object.entries(value)
    .map(([key, child]) => [key, interfacePart(kind, key, child)] as const)
    .filter(([, child]) => child !== undefined);
  return Object.fromEntries(members);
}

function isSaidByDefault(kind: ObjectKind, key: string, value: unknown): boolean {
  if (kind === "operation" && key === "security") return Array.isArray(value) && value.length === 0;
  return (kind === "header" || kind === "requestBody") && key === "required" && value === false;
}
