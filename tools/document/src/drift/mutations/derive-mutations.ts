import { type Fields, isFields, type Pointer, walkDocument } from "../../walk-document.ts";
import { type Mutation, removeAt, setAt } from "./mutation.ts";

/** How each keyword is changed so that it means something else; a keyword without an entry is words. */
const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
  minimum: (bound) => Number(bound) + 1,
  maximum: (bound) => Number(bound) - 1,
  minLength: (bound) => Number(bound) + 1,
  maxLength: (bound) => Number(bound) - 1,
  minItems: (bound) => Number(bound) + 1,
  maxItems: (bound) => Number(bound) - 1,
  pattern: () => "^[x]+$",
  enum: (values) => [...list(values), "another"],
  default: (value) => Number(value) + 1,
  type: (type) => (type === "boolean" ? "string" : "boolean"),
  security: (security) => (list(security).length === 0 ? [{ bearer: [] }] : []),
  "x-limit": (limit) => (limit === "card" ? "user" : "card"),
  operationId: (id) => `${id}Again`,
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A mutation of each keyword that a document uses, at its first place; so a new document needs no list of its own. */
export function deriveMutations(document: Fields): Mutation[] {
  const found = new Map<string, Mutation>();
  walkDocument(document, (kind, pointer, fields) => {
    for (const [key, value] of Object.entries(fields)) {
      const name = `${key} of ${kind === "schema" ? "a schema" : `the first ${kind}`}`;
      if (found.has(name)) continue;
      const mutation = mutationOf(name, [...pointer, key], key, value);
      if (mutation !== undefined) found.set(name, mutation);
    }
  });
  return [...found.values()];
}

function mutationOf(name: string, pointer: Pointer, key: string, value: unknown): Mutation | undefined {
  const path = pointer.join(" > ");
  const change = changes[key];
  // A change of a type list, or of a container, would change several things at once.
  if (key === "type" && typeof value !== "string") return undefined;
  if (key === "type" && (value === "object" || value === "array" || value === "http")) return undefined;
  if (change !== undefined) return setAt(`${name} changes`, path, change(value));
  if (key === "required" && Array.isArray(value)) return setAt(`${name} loses a name`, path, value.slice(1));
  if (key === "properties" && isFields(value)) {
    return removeAt(`${name} lose the last`, `${path} > ${Object.keys(value).at(-1)}`);
  }
  if (key === "responses" && isFields(value) && pointer[0] === "paths") {
    return removeAt(`${name} lose one`, `${path} > ${Object.keys(value)[0]}`);
  }
  return undefined;
}
