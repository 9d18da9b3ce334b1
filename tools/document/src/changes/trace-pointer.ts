import { createHash } from "node:crypto";
import { normalForm } from "../compare.ts";
import { type ObjectKind, partAt } from "../grammar.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";

/** What a pointer into a normal form reaches: a key of some kind of object, or one member under that key. */
export type Spot = {
  readonly kind: ObjectKind;
  readonly key: string;
  readonly member: string | undefined;
  /** Where the object stands that has the key. */
  readonly owner: Pointer;
};

/** What stands under a key in the normal form, where parameters and tags are found by name. */
type NormalPart = { readonly form: "value" | "one" | "named" | "list"; readonly kind: ObjectKind };

/** Follows a pointer by the grammar and lists the spots that it passes, the one that it reaches last. */
export function tracePointer(pointer: Pointer): Spot[] {
  const spots: Spot[] = [];
  let kind: ObjectKind = "document";
  for (let index = 0; index < pointer.length; ) {
    const key = pointer[index] ?? "";
    const part = normalPartAt(kind, key);
    const member = part.form === "named" ? pointer[index + 1] : undefined;
    spots.push({ kind, key, member, owner: pointer.slice(0, index) });
    if (part.form === "value" || part.form === "list") break;
    kind = part.kind;
    index += part.form === "named" ? 2 : 1;
  }
  return spots;
}

/** The same as the grammar says, but for what the normal form writes in another way. */
export function normalPartAt(kind: ObjectKind, key: string): NormalPart {
  const part = partAt(kind, key);
  if (part === undefined || part.form === "value") return { form: "value", kind };
  if (part.form !== "many") return { form: part.form, kind: part.kind };
  return { form: part.kind === "parameter" || part.kind === "tag" ? "named" : "list", kind: part.kind };
}

/** JSON in which equal values have equal texts, whatever order their members were written in. */
export function writeCanonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonically).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${writeCanonically(value[key])}`);
  return `{${members.join(",")}}`;
}

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
function interfaceForm(document: Fields): Fields {
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

/** A digest of all that programs depend on; rewording a description leaves it alone. */
export function digestInterface(document: Fields): string {
  return `sha256:${createHash("sha256")
    .update(writeCanonically(interfaceForm(document)))
    .digest("hex")}`;
}
