import {
  branchesOf,
  fieldsAt,
  membersOf,
  type Operation,
  parametersOf,
  schemaIn,
} from "../grammar/list-operations.ts";
import { pointerOf } from "../grammar/resolve-reference.ts";
import { asFields, type Complaint, type Fields, isFields, type Pointer } from "../grammar/walk-document.ts";
import { readRegistered } from "../read/read-document.ts";
import { type DocumentEntry, kebab, specified } from "../read/registry.ts";
import { schemaValidator, type ValidatorMaker } from "../read/schema-validator.ts";

/** The schemas of error bodies, by the prefix of the file names under `examples/errors/`. */
export const errorSchemas: Readonly<Record<string, string>> = {
  "error-response": "ErrorResponse",
  "problem-details": "ProblemDetails",
  "validation-problem-details": "ValidationProblemDetails",
  "auth-flow": "AuthFlow",
};

/** The file of an operation that calls it by our client. Running it prints what its comments say. */
export const callFile = "call.ts";

/** What an example shows, derived from its folder and name. */
export type ExampleRole =
  | { readonly kind: "request" | "request-body" | "call"; readonly operation: Operation }
  | {
      readonly kind: "response";
      readonly operation: Operation;
      readonly status: string;
      readonly mediaType: string | undefined;
    }
  | { readonly kind: "error"; readonly schema: string }
  | { readonly kind: "plain-text" }
  | { readonly kind: "orphan"; readonly message: string };

/** Derives the role of a file under `examples/` from its path: `errors/FILE`, or `DOCUMENT/OPERATION/FILE`. */
export function classifyExample(path: string, operations: readonly Operation[]): ExampleRole {
  const [first = "", ...rest] = path.split("/");
  if (first === "errors" && rest.length === 1) return classifyError(rest[0] ?? "");
  const [folder = "", name = "", ...deeper] = rest;
  if (name === "" || deeper.length > 0)
    return orphan("examples stand in one folder an operation, or in errors");
  const operation = operations.find(({ id }) => kebab(id) === folder);
  if (operation === undefined)
    return orphan(`no operation is called "${folder}"; rename the folder, or remove it`);
  if (name === callFile) return { kind: "call", operation };
  const request = /^(request|request-body)(-[a-z0-9-]+)?\.json$/.exec(name);
  if (request !== null) {
    return { kind: name.startsWith("request-body") ? "request-body" : "request", operation };
  }
  const response = /^([1-5]\d\d)(?:-[a-z0-9-]+)?(\.problem\.json|\.events\.json|\.json|\.txt|\.empty)$/.exec(
    name,
  );
  if (response === null) {
    return orphan(
      `the name "${name}" tells no use; write request.json, request-body.json, call.ts or a status with .json, .problem.json, .events.json, .txt or .empty`,
    );
  }
  const [, status = "", extension = ""] = response;
  return { kind: "response", operation, status, mediaType: mediaTypes[extension] };
}

const mediaTypes: Readonly<Record<string, string | undefined>> = {
  ".json": "application/json",
  ".problem.json": "application/problem+json",
  ".events.json": "text/event-stream",
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

/**
 * Finds members of a value that its schema does not describe.
 *
 * Most objects of the document are open, so a misspelt name would pass validation; an example must not have one. An
 * object whose schema has no properties may hold anything.
 */
export function findUndeclaredMembers(document: Fields, schema: unknown, candidate: unknown): Pointer[] {
  return find(document, branchesOf(document, schema), candidate, []);
}

function find(
  document: Fields,
  branches: readonly Fields[],
  candidate: unknown,
  pointer: Pointer,
): Pointer[] {
  if (Array.isArray(candidate)) {
    const items = branches.flatMap((branch) => branchesOf(document, branch["items"]));
    return candidate.flatMap((item, index) => find(document, items, item, [...pointer, String(index)]));
  }
  if (!isFields(candidate) || branches.some(isUndisclosed)) return [];
  return membersOf(candidate).flatMap(([name, member]) => {
    const schemas = branches.flatMap((branch) => schemasOfMember(branch, name));
    const here = [...pointer, name];
    if (schemas.length === 0) return [here];
    return find(
      document,
      schemas.flatMap((schema) => branchesOf(document, schema)),
      member,
      here,
    );
  });
}

function isUndisclosed(branch: Fields): boolean {
  return branch["additionalProperties"] === true && !isFields(branch["properties"]);
}

function schemasOfMember(branch: Fields, name: string): unknown[] {
  const properties = asFields(branch["properties"]);
  if (Object.hasOwn(properties, name)) return [properties[name]];
  return isFields(branch["additionalProperties"]) ? [branch["additionalProperties"]] : [];
}

/** The document and its validators. */
export type Measure = { readonly document: Fields; readonly validatorOf: ValidatorMaker };

/** Reads a document of this repository. Throws if it is faulty. */
export async function readMeasure(entry: DocumentEntry = specified): Promise<Measure> {
  const { document } = await readRegistered(entry);
  return { document, validatorOf: schemaValidator(document) };
}

/** Checks the value of an example against its role; a text is its own value. */
export function checkExample(measure: Measure, role: ExampleRole, candidate: unknown): Complaint[] {
  switch (role.kind) {
    case "orphan":
      return [{ pointer: [], message: role.message }];
    case "call":
      // The compiler checks it, and a test runs it.
      return [];
    case "plain-text":
      return checkText(candidate);
    case "error":
      return checkValue(measure, { $ref: `#/components/schemas/${role.schema}` }, candidate);
    case "request":
      return checkRequest(measure, role.operation, candidate);
    case "request-body": {
      const body = fieldsAt(measure.document, role.operation.fields["requestBody"]);
      return checkBody(measure, body, "application/json", candidate);
    }
    case "response": {
      const response = responseFor(measure.document, role.operation, role.status);
      if (response !== undefined) return checkBody(measure, response, role.mediaType, candidate);
      return [{ pointer: [], message: `${role.operation.id} has no ${role.status}; remove the example` }];
    }
  }
}

/** Checks a value against a schema, and for members that the schema does not describe. */
export function checkValue(
  { document, validatorOf }: Measure,
  schema: Fields,
  candidate: unknown,
): Complaint[] {
  const faults = validatorOf(schema)(candidate).map((fault) => {
    const [place = ""] = fault.split(" ", 1);
    return { pointer: (pointerOf(`#${place}`) ?? []).filter(Boolean), message: fault };
  });
  const undeclared = findUndeclaredMembers(document, schema, candidate).map((pointer) => ({
    pointer,
    message: `/${pointer.join("/")} is described by no schema; mend the name, or describe it in the document`,
  }));
  return [...faults, ...undeclared];
}

/** The response for a status: its own, or `default` for an error. */
function responseFor(document: Fields, operation: Operation, status: string): Fields | undefined {
  const responses = asFields(operation.fields["responses"]);
  const response = responses[status] ?? (Number(status) >= 400 ? responses["default"] : undefined);
  return response === undefined ? undefined : fieldsAt(document, response);
}

function checkBody(
  measure: Measure,
  holder: Fields,
  mediaType: string | undefined,
  candidate: unknown,
): Complaint[] {
  if (mediaType === undefined) {
    const isEmpty = candidate === "" && membersOf(holder["content"]).length === 0;
    return isEmpty
      ? []
      : [{ pointer: [], message: "an .empty example is an empty file of a response without a body" }];
  }
  const schema = schemaIn(measure.document, holder, mediaType);
  if (!isFields(schema)) {
    return [
      { pointer: [], message: `the document has no ${mediaType} here; remove the example, or add the type` },
    ];
  }
  if (mediaType === "text/plain") return checkText(candidate);
  if (mediaType === "text/event-stream") return checkEvents(measure, schema, candidate);
  return checkValue(measure, schema, candidate);
}

/** The example of a stream is a list of its events. */
export function checkEvents(measure: Measure, schema: Fields, candidate: unknown): Complaint[] {
  if (!Array.isArray(candidate))
    return [{ pointer: [], message: "is not a list; write the events in order" }];
  return candidate.flatMap((event, index) =>
    checkValue(measure, schema, event).map(({ pointer, message }) => ({
      pointer: [String(index), ...pointer],
      message,
    })),
  );
}

function checkText(candidate: unknown): Complaint[] {
  const isText = typeof candidate === "string" && candidate.trim() !== "";
  return isText ? [] : [{ pointer: [], message: "is empty; write the text that is sent" }];
}

function checkRequest(measure: Measure, operation: Operation, candidate: unknown): Complaint[] {
  if (!isFields(candidate))
    return [{ pointer: [], message: "is not an object; write path, query and header" }];
  const parameters = parametersOf(measure.document, operation.fields);
  const known = (place: string, name: string) =>
    parameters.find((parameter) => parameter["in"] === place && parameter["name"] === name);
  const strangers = membersOf(candidate).flatMap(([place, members]) =>
    ["path", "query", "header"].includes(place) && isFields(members)
      ? Object.keys(members)
          .filter((name) => known(place, name) === undefined)
          .map((name) => ({
            pointer: [place, name],
            message: `${operation.id} has no parameter "${name}" in ${place}`,
          }))
      : [
          {
            pointer: [place],
            message: `"${place}" is not path, query or header with an object; remove or mend it`,
          },
        ],
  );
  return [...strangers, ...parameters.flatMap((parameter) => checkParameter(measure, parameter, candidate))];
}

function checkParameter(measure: Measure, parameter: Fields, request: Fields): Complaint[] {
  const [place, name] = [String(parameter["in"]), String(parameter["name"])];
  const members = asFields(request[place]);
  if (!Object.hasOwn(members, name)) {
    if (parameter["required"] !== true) return [];
    return [{ pointer: [place], message: `the parameter "${name}" in ${place} is required; add it` }];
  }
  const schema = asFields(parameter["schema"]);
  const sent = normalize(members[name], [parameter["x-normalize"]].flat());
  return checkValue(measure, schema, sent).map(({ message }) => ({
    pointer: [place, name],
    message: `${name}: ${message}`,
  }));
}

/** Normalizes a parameter before it is validated. Control characters at its ends are kept and rejected. */
function normalize(sent: unknown, steps: readonly unknown[]): unknown {
  if (typeof sent !== "string") return sent;
  const composed = steps.includes("NFC") ? sent.normalize("NFC") : sent;
  return steps.includes("trim-spaces") ? composed.replaceAll(/^\p{Zs}+|\p{Zs}+$/gu, "") : composed;
}
