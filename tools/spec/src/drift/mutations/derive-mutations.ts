import { asList, type Fields, isFields, type Pointer, walkDocument } from "../../grammar/walk-document.ts";
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
  enum: (values) => [...asList(values), "another"],
  default: (value) => Number(value) + 1,
  type: (type) => (type === "boolean" ? "string" : "boolean"),
  security: (security) => (asList(security).length === 0 ? [{ bearer: [] }] : []),
  "x-limit": (limit) => (limit === "card" ? "user" : "card"),
  operationId: (id) => `${id}Again`,
};

/** A mutation of each keyword that a document uses, at its first place; so a new document needs no list of its own. */
export function deriveMutations(document: Fields): Mutation[] {
  const found = new Map<string, Mutation>();
  walkDocument(document, (kind, pointer, fields) => {
    for (const key of Object.keys(fields)) {
      const name = `${key} of ${kind === "schema" ? "a schema" : `the first ${kind}`}`;
      const mutation = found.has(name) ? undefined : mutationOf(name, pointer, key, fields);
      if (mutation !== undefined) found.set(name, mutation);
    }
  });
  return [...found.values()];
}

/** Types that other keywords or parts depend on are left alone: the changed schema would be none. */
const simpleTypes = ["string", "number", "integer", "boolean"];

function mutationOf(name: string, pointer: Pointer, key: string, fields: Fields): Mutation | undefined {
  const value = fields[key];
  const path = [...pointer, key].join(" > ");
  const change = changes[key];
  if (key === "type" && !(simpleTypes.includes(String(value)) && Object.keys(fields).length <= 2))
    return undefined;
  if (change !== undefined) return setAt(`${name} changes`, path, change(value));
  if (key === "required" && Array.isArray(value)) return setAt(`${name} loses a name`, path, value.slice(1));
  if (key === "properties" && isFields(value)) {
    const optional = Object.keys(value).find((property) => !asList(fields["required"]).includes(property));
    return optional === undefined ? undefined : removeAt(`${name} lose one`, `${path} > ${optional}`);
  }
  if (key === "responses" && isFields(value) && pointer[0] === "paths") {
    return removeAt(`${name} lose one`, `${path} > ${Object.keys(value)[0]}`);
  }
  return undefined;
}
