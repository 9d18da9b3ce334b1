import type { Operation } from "./list-operations.ts";

/** Bodies that an error may have, by the beginning of the file names under `examples/errors/`. */
export const errorSchemas: Readonly<Record<string, string>> = {
  "error-response": "ErrorResponse",
  "problem-details": "ProblemDetails",
  "validation-problem-details": "ValidationProblemDetails",
  "auth-flow": "AuthFlow",
};

/** What an example shows, which its folder and its name tell. */
export type ExampleRole =
  | { readonly kind: "request" | "request-body"; readonly operation: Operation }
  | {
      readonly kind: "response";
      readonly operation: Operation;
      readonly status: string;
      readonly mediaType: string | undefined;
    }
  | { readonly kind: "error"; readonly schema: string }
  | { readonly kind: "plain-text" }
  | { readonly kind: "orphan"; readonly message: string };

/** Tells what a file under `examples/` is an example of; the path is relative to that folder. */
export function classifyExample(path: string, operations: readonly Operation[]): ExampleRole {
  const [folder = "", name = "", ...deeper] = path.split("/");
  if (name === "" || deeper.length > 0)
    return orphan("examples stand in one folder an operation, or in errors");
  if (folder === "errors") return classifyError(name);
  const operation = operations.find(({ id }) => kebab(id) === folder);
  if (operation === undefined)
    return orphan(`no operation is called "${folder}"; rename the folder, or remove it`);
  const request = /^(request|request-body)(-[a-z0-9-]+)?\.json$/.exec(name);
  if (request !== null) {
    return { kind: name.startsWith("request-body") ? "request-body" : "request", operation };
  }
  const response = /^([1-5]\d\d)(?:-[a-z0-9-]+)?(\.problem\.json|\.json|\.txt|\.empty)$/.exec(name);
  if (response === null) {
    return orphan(
      `the name "${name}" tells no use; write request.json, request-body.json or a status with .json, .problem.json, .txt or .empty`,
    );
  }
  const [, status = "", extension = ""] = response;
  return { kind: "response", operation, status, mediaType: mediaTypes[extension] };
}

/** An operation's folder under `examples/`. */
export function kebab(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const mediaTypes: Readonly<Record<string, string | undefined>> = {
  ".json": "application/json",
  ".problem.json": "application/problem+json",
  ".txt": "text/plain",
  ".empty": undefined,
};

function classifyError(name: string): ExampleRole {
  if (/^plain-text(-[a-z0-9-]+)?\.txt$/.test(name)) return { kind: "plain-text" };
  const prefix = Object.keys(errorSchemas).find((kind) =>
    new RegExp(`^${kind}(-[a-z0-9-]+)?\\.json$`).test(name),
  );
  const schema = prefix === undefined ? undefined : errorSchemas[prefix];
  if (schema !== undefined) return { kind: "error", schema };
  const prefixes = Object.keys(errorSchemas).map((kind) => `${kind}….json`);
  return orphan(`the name "${name}" tells no error body; write ${prefixes.join(", ")} or plain-text….txt`);
}

function orphan(message: string): ExampleRole {
  return { kind: "orphan", message };
}
