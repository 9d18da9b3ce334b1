import type { Complaint } from "../check-vocabulary.ts";
import { listOperations, type Operation } from "../list-operations.ts";
import { type Fields, isFields } from "../walk-document.ts";
import { isSentence } from "./is-sentence.ts";

/** Verbs that an operation id may begin with, so that one deed has one word. */
const verbs = ["create", "delete", "get", "list", "parse", "search", "set"];

/** Each operation has an id of its own that is a verb and a noun, a summary, a description and one declared tag. */
export function checkOperationWords(document: Fields): Complaint[] {
  const operations = listOperations(document);
  const declared: unknown[] = Array.isArray(document["tags"]) ? document["tags"] : [];
  const tags = new Set(declared.map((tag) => (isFields(tag) ? tag["name"] : undefined)));
  return operations.flatMap((operation) => [
    ...checkId(operation, operations),
    ...checkTexts(operation),
    ...checkTag(operation, tags),
  ]);
}

function checkId({ pointer, fields }: Operation, operations: readonly Operation[]): Complaint[] {
  const id = fields["operationId"];
  if (typeof id !== "string") {
    return [{ pointer, message: `has no operationId; add one, a verb and a noun such as "getMarginRatio"` }];
  }
  const complaint = (message: string) => [{ pointer: [...pointer, "operationId"], message }];
  if (!/^[a-z]+([A-Z][a-z0-9]*)+$/.test(id)) {
    return complaint(
      `operationId "${id}" is not a verb and a noun in camelCase; write it like "getMarginRatio"`,
    );
  }
  const verb = id.replace(/[A-Z].*$/, "");
  if (!verbs.includes(verb)) {
    return complaint(
      `operationId "${id}" begins with "${verb}"; begin with one of ${verbs.join(", ")}, or add the verb in check-operation-words.ts`,
    );
  }
  const isFirst = operations.find((other) => other.id === id)?.fields === fields;
  return isFirst
    ? []
    : complaint(`operationId "${id}" is taken by another operation; name what sets this one apart`);
}

function checkTexts({ pointer, fields }: Operation): Complaint[] {
  const complaints: Complaint[] = [];
  const summary = fields["summary"];
  if (typeof summary !== "string" || !/^\p{Lu}.*[^.\s]$/su.test(summary)) {
    const message = "has no summary; write a few words that begin with a capital and end without a period";
    complaints.push({ pointer: "summary" in fields ? [...pointer, "summary"] : pointer, message });
  }
  if (!isSentence(fields["description"])) {
    const message = "has no description; write sentences on what it does, each ended by a period";
    complaints.push({ pointer: "description" in fields ? [...pointer, "description"] : pointer, message });
  }
  return complaints;
}

function checkTag({ pointer, fields }: Operation, declared: ReadonlySet<unknown>): Complaint[] {
  const tags = Array.isArray(fields["tags"]) ? fields["tags"] : [];
  if (tags.length !== 1) {
    return [{ pointer, message: `has ${tags.length} tags; give it the one area that it belongs to` }];
  }
  if (declared.has(tags[0])) return [];
  return [
    { pointer: [...pointer, "tags"], message: `tag "${tags[0]}" is not declared; add it to tags at the top` },
  ];
}
