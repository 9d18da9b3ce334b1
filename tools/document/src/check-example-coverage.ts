import type { Complaint } from "./check-vocabulary.ts";
import { type ExampleRole, errorSchemas, kebab } from "./classify-example.ts";
import { fieldsAt, listOperations, membersOf, type Operation } from "./list-operations.ts";
import type { Fields } from "./walk-document.ts";

/** Complains of each operation, status and error body that no example shows. */
export function checkExampleCoverage(document: Fields, roles: readonly ExampleRole[]): Complaint[] {
  return [
    ...listOperations(document).flatMap((operation) => checkOperation(document, operation, roles)),
    ...checkErrors(roles),
  ];
}

function checkOperation(document: Fields, operation: Operation, roles: readonly ExampleRole[]): Complaint[] {
  const { id, pointer, fields } = operation;
  const folder = `examples/${kebab(id)}`;
  const own = roles.filter((role) => "operation" in role && role.operation.id === id);
  const kinds = ["request", ...("requestBody" in fields ? ["request-body"] : [])];
  const missingRequests = kinds.filter((kind) => !own.some((role) => role.kind === kind));
  const declared = membersOf(fields["responses"]);
  const shown = own.flatMap((role) => (role.kind === "response" ? [role.status] : []));
  const isShown = (status: string) =>
    status === "default"
      ? shown.some((other) => !declared.some(([name]) => name === other))
      : shown.includes(status);
  return [
    ...missingRequests.map((kind) => ({
      pointer,
      message: `${id} has no example of a ${kind}; add ${folder}/${kind}.json`,
    })),
    ...declared
      .filter(([status]) => !isShown(status))
      .map(([status, response]) => ({
        pointer: [...pointer, "responses", status],
        message: `${id} ${status} has no example; add ${folder}/${fileNameFor(status, fieldsAt(document, response))}`,
      })),
  ];
}

function fileNameFor(status: string, response: Fields): string {
  return `${status === "default" ? "429" : status}.${"content" in response ? "json" : "empty"}`;
}

function checkErrors(roles: readonly ExampleRole[]): Complaint[] {
  const missing = Object.entries(errorSchemas).filter(
    ([, schema]) => !roles.some((role) => role.kind === "error" && role.schema === schema),
  );
  const complaints = missing.map(([prefix, schema]) => ({
    pointer: ["components", "schemas", schema],
    message: `${schema} has no example; add examples/errors/${prefix}.json`,
  }));
  if (roles.some(({ kind }) => kind === "plain-text")) return complaints;
  const message = "no example shows an error in plain text; add examples/errors/plain-text.txt";
  return [...complaints, { pointer: ["components", "responses"], message }];
}
