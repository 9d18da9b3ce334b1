/** What a document has to say for the clients that are made from it: pages, repeats, and what a change makes stale. */
import {
  fieldsAt,
  listOperations,
  type Operation,
  parametersOf,
  schemaIn,
} from "../grammar/list-operations.ts";
import { nameOfReference } from "../grammar/resolve-reference.ts";
import { asFields, type Complaint, type Fields, isFields, type Pointer } from "../grammar/walk-document.ts";
import type { Rule } from "./schemas.ts";

/** How an operation gives its pages. */
export type Pages = {
  readonly by: "cursor" | "offset";
  /** The member of the answer that lists. */
  readonly items: string;
  readonly itemType: string;
  /** The method of the client that yields everything. */
  readonly iterator: string;
  /** Whether items have an `id` and come by it, newest first, so that an iterator by offset yields none twice. */
  readonly isNewestFirst: boolean;
};

/** The pages that an operation declares; undefined if it has none, or declares them wrongly. */
export function pagesOf(document: Fields, { fields }: Operation): Pages | undefined {
  const pages = fields["x-pages"];
  if (!isFields(pages)) return undefined;
  const { items, iterator, newestFirst } = pages;
  const { $ref } = itemsAt(document, fields, String(items));
  const by = pagingOf(document, fields);
  if (by === undefined || typeof $ref !== "string") return undefined;
  return {
    by,
    items: String(items),
    itemType: nameOfReference($ref),
    iterator: String(iterator),
    isNewestFirst: newestFirst === true,
  };
}

/** An operation pages if it takes a limit, and a place to go on from. */
function pagingOf(document: Fields, fields: Fields): Pages["by"] | undefined {
  const names = parametersOf(document, fields).map(({ name }) => name);
  if (!names.includes("limit")) return undefined;
  return (["cursor", "offset"] as const).find((name) => names.includes(name));
}

/** The schema of the items of a list in the answer. */
function itemsAt(document: Fields, fields: Fields, member: string): Fields {
  return asFields(fieldsAt(document, membersOfAnswer(document, fields)[member])["items"]);
}

function membersOfAnswer(document: Fields, { responses }: Fields): Fields {
  return asFields(fieldsAt(document, schemaIn(document, asFields(responses)["200"]))["properties"]);
}

/** What pages says so, and names its list and the iterator over all of it. */
export function checkPages(document: Fields): Complaint[] {
  return listOperations(document).flatMap((operation) => {
    const { id, pointer, fields } = operation;
    const by = pagingOf(document, fields);
    const pages = fields["x-pages"];
    if (pages === undefined) {
      if (by === undefined) return [];
      const message = `${id} has a limit and ${by === "offset" ? "an offset" : "a cursor"} and does not say what its pages list; write x-pages with items, a list of its answer, and iterator, such as everyMovement`;
      return [{ pointer, message }];
    }
    if (by === undefined)
      return complaintsAt(
        pointer,
        "x-pages",
        `${id} has no pages: it takes no limit with a cursor or an offset`,
      );
    const { items, iterator } = asFields(pages);
    const { schema } = parametersOf(document, fields).find(({ name }) => name === "limit") ?? {};
    const isOfNamedSchema = typeof itemsAt(document, fields, String(items))["$ref"] === "string";
    const hasCursor = by !== "cursor" || "nextCursor" in membersOfAnswer(document, fields);
    const isTooShort = Number(isFields(schema) ? schema["maximum"] : 0) < 100;
    return complaintsAt(
      pointer,
      "x-pages",
      !isOfNamedSchema && `${id} has pages of "${items}", which is no list of a named schema in its answer`,
      !/^every[A-Z]\w*$/.test(String(iterator)) &&
        `the iterator "${iterator}" of ${id} does not begin with every; write it like everyMovement`,
      !hasCursor && `${id} goes on from a cursor, and its answer has no nextCursor`,
      isTooShort && `${id} gives pages of less than 100, which is what an iterator asks for`,
    );
  });
}

function complaintsAt(pointer: Pointer, key: string, ...messages: readonly (string | false)[]): Complaint[] {
  return messages.flatMap((message) => (message === false ? [] : [{ pointer: [...pointer, key], message }]));
}

/** What is sent with a body either takes a key, or says whether it may be repeated; and what is changed says what becomes stale. */
export function checkRepeats(document: Fields): Complaint[] {
  return listOperations(document).flatMap(({ id, method, pointer, fields }) => {
    const hasKey = parametersOf(document, fields).some(({ name }) => name === "Idempotency-Key");
    const says = (name: string): boolean => fields[name] !== undefined;
    if (method === "get") {
      return ["x-idempotent", "x-invalidates"].filter(says).flatMap((name) => {
        const message = `${id} is a GET, which changes nothing and may always be repeated; remove ${name}`;
        return complaintsAt(pointer, name, message);
      });
    }
    if (hasKey && says("x-idempotent")) {
      const message = `${id} takes a key, so that it may be repeated; remove x-idempotent`;
      return complaintsAt(pointer, "x-idempotent", message);
    }
    if (!hasKey && !says("x-idempotent")) {
      const message = `${id} takes no Idempotency-Key; write x-idempotent: true if a repeat does no more, or false`;
      return [{ pointer, message }];
    }
    if (fields["x-idempotent"] === true || says("x-invalidates")) return [];
    const message = `${id} changes something; write x-invalidates with the beginnings of the paths whose answers it makes stale`;
    return [{ pointer, message }];
  });
}

/** Every rule for clients. */
export const clientRules: readonly Rule[] = [checkPages, checkRepeats];
