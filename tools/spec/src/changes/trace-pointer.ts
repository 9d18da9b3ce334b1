import { createHash } from "node:crypto";
import { normalForm } from "../grammar/compare.ts";
import { type ObjectKind, partAt } from "../grammar/grammar.ts";
import { type Fields, isFields, type Pointer } from "../grammar/walk-document.ts";

/** A step of a pointer into a normal form: a key of an object, or one member under that key. */
export type Spot = {
  readonly kind: ObjectKind;
  readonly key: string;
  readonly member: string | undefined;
  /** The pointer of the object that has the key. */
  readonly owner: Pointer;
};

/** The value under a key in the normal form, where parameters and tags are keyed by name. */
type NormalPart = { readonly form: "value" | "one" | "named" | "list"; readonly kind: ObjectKind };

/** Follows a pointer by the grammar and lists its steps. */
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

/** Like `partAt` of the grammar, except where the normal form differs. */
export function normalPartAt(kind: ObjectKind, key: string): NormalPart {
  const part = partAt(kind, key);
  if (part === undefined || part.form === "value") return { form: "value", kind };
  if (part.form !== "many") return { form: part.form, kind: part.kind };
  return { form: part.kind === "parameter" || part.kind === "tag" ? "named" : "list", kind: part.kind };
}

/** JSON with sorted members, so that equal values have equal texts. */
export function writeCanonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonically).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${writeCanonically(value[key])}`);
  return `{${members.join(",")}}`;
}

/** Keys that only people read: no program depends on them. */
const wordKeys: Partial<Record<ObjectKind, readonly string[]>> = {
  // Patch releases of OpenAPI only clarify, and the reader accepts 3.1 only.
  document: ["openapi"],
  info: ["title", "summary", "description", "license", "contact"],
  server: ["description"],
  serverVariable: ["description"],
  tag: ["description"],
  securityScheme: ["description"],
  // A client that is made again follows the extensions; one that is in use goes on without.
  operation: [
    "summary",
    "description",
    "x-limit",
    "x-codeSamples",
    "x-pages",
    "x-idempotent",
    "x-invalidates",
    "x-refusals",
  ],
  parameter: ["description", "examples"],
  requestBody: ["description"],
  response: ["description"],
  header: ["description"],
  mediaType: ["examples"],
  schema: ["title", "description", "examples"],
};

/** The value under a key without words; undefined if only people read it, or if it is the default. */
export function valueWithoutWords(kind: ObjectKind, key: string, value: unknown): unknown {
  if (isWords(kind, key) || isSaidByDefault(kind, key, value)) return undefined;
  const part = normalPartAt(kind, key);
  if (part.form === "one") return withoutWords(part.kind, value);
  if (part.form === "list" && Array.isArray(value)) return value.map((each) => withoutWords(part.kind, each));
  if (part.form !== "named" || !isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutWords(part.kind, each)]),
  );
}

/** Whether only people read the value under this key. */
export function isWords(kind: ObjectKind, key: string): boolean {
  return wordKeys[kind]?.includes(key) ?? false;
}

/** An object, such as a parameter or a schema, without words: what programs depend on. */
export function withoutWords(kind: ObjectKind, value: unknown): unknown {
  if (!isFields(value)) return value;
  const members = Object.entries(value)
    .map(([key, child]) => [key, valueWithoutWords(kind, key, child)] as const)
    .filter(([, child]) => child !== undefined);
  return Object.fromEntries(members);
}

function isSaidByDefault(kind: ObjectKind, key: string, value: unknown): boolean {
  if (kind === "operation" && key === "security") return Array.isArray(value) && value.length === 0;
  return (kind === "header" || kind === "requestBody") && key === "required" && value === false;
}

/** A digest of everything that programs depend on. Changes of descriptions do not affect it. */
export function digestInterface(document: Fields): string {
  return `sha256:${createHash("sha256")
    .update(writeCanonically(withoutWords("document", normalForm(document))))
    .digest("hex")}`;
}
