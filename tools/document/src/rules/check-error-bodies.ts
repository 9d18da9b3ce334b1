import type { Complaint } from "../check-vocabulary.ts";
import { fieldsAt, listOperations, membersOf } from "../list-operations.ts";
import { type Fields, isFields, type Pointer } from "../walk-document.ts";

const errorStatuses = ["400", "401", "404", "500", "default"];

/** Symbol search speaks for several back ends, so its errors may have any of their shapes. */
const operationWithAnyError = "searchSymbols";

/** Each error of each operation has exactly the agreed bodies, by media type. */
export function checkErrorBodies(document: Fields): Complaint[] {
  return listOperations(document).flatMap(({ id, pointer, fields }) =>
    membersOf(fields["responses"])
      .filter(([status]) => errorStatuses.includes(status))
      .flatMap(([status, response]) => {
        const place = { operation: id, status, pointer: [...pointer, "responses", status] };
        return checkBodies(place, fieldsAt(document, response)["content"]);
      }),
  );
}

type Place = { readonly operation: string; readonly status: string; readonly pointer: Pointer };

function checkBodies({ operation, status, pointer }: Place, content: unknown): Complaint[] {
  const agreed = agreedBodies(operation, status);
  const declared = new Map(membersOf(content).map(([type, media]) => [type, bodyOf(media)]));
  const where = `${operation} ${status}`;
  const complaints = Object.entries(agreed).flatMap(([type, body]) => {
    const found = declared.get(type);
    if (found === body) return [];
    const mend = `give it ${type} with ${body}`;
    if (found === undefined) return [{ pointer, message: `${where} has no ${type}; ${mend}` }];
    return [{ pointer, message: `${where} has ${type} with ${found}; ${mend}` }];
  });
  const surplus = [...declared.keys()].filter((type) => !Object.hasOwn(agreed, type));
  return [
    ...complaints,
    ...surplus.map((type) => ({
      pointer,
      message: `${where} has ${type}, which is not agreed for errors; remove it`,
    })),
  ];
}

function agreedBodies(operation: string, status: string): Record<string, string> {
  const isAny = operation === operationWithAnyError && status !== "default";
  return {
    "application/json": isAny ? "AnyError" : "ErrorResponse",
    "application/problem+json": "AnyProblem",
    "text/plain": "a string",
  };
}

function bodyOf(media: unknown): string {
  const schema = isFields(media) ? media["schema"] : undefined;
  if (!isFields(schema)) return "no schema";
  if (typeof schema["$ref"] === "string") return schema["$ref"].replace("#/components/schemas/", "");
  return schema["type"] === "string" ? "a string" : "a schema without a name";
}
