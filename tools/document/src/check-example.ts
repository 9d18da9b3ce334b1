import type { ExampleRole } from "./classify-example.ts";
import { findUndeclaredMembers } from "./find-undeclared-members.ts";
import { fieldsAt, membersOf, type Operation } from "./list-operations.ts";
import type { JudgeMaker } from "./schema-judge.ts";
import { type Fields, isFields, type Pointer } from "./walk-document.ts";

/** Something wrong in an example, and where in its value. */
export type Flaw = { readonly pointer: Pointer; readonly message: string };

/** The document that examples are held against, and a judge that reads it. */
export type Measure = { readonly document: Fields; readonly judgeOf: JudgeMaker };

/** Holds the value of an example against what its role asks of it; a text is its own value. */
export function checkExample(measure: Measure, role: ExampleRole, candidate: unknown): Flaw[] {
  switch (role.kind) {
    case "orphan":
      return [{ pointer: [], message: role.message }];
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

/** Holds a value against a schema, and against having members that the schema does not describe. */
export function checkValue({ document, judgeOf }: Measure, schema: Fields, candidate: unknown): Flaw[] {
  const faults = judgeOf(schema)(candidate).map((fault) => {
    const [place = ""] = fault.split(" ", 1);
    return { pointer: place.split("/").slice(1).filter(Boolean).map(plainKey), message: fault };
  });
  const undeclared = findUndeclaredMembers(document, schema, candidate).map((pointer) => ({
    pointer,
    message: `/${pointer.join("/")} is described by no schema; mend the name, or describe it in the document`,
  }));
  return [...faults, ...undeclared];
}

/** The response that speaks for a status: its own, or for an error `default`. */
function responseFor(document: Fields, operation: Operation, status: string): Fields | undefined {
  const responses = isFields(operation.fields["responses"]) ? operation.fields["responses"] : {};
  const response = responses[status] ?? (Number(status) >= 400 ? responses["default"] : undefined);
  return response === undefined ? undefined : fieldsAt(document, response);
}

function checkBody(
  measure: Measure,
  holder: Fields,
  mediaType: string | undefined,
  candidate: unknown,
): Flaw[] {
  const content = isFields(holder["content"]) ? holder["content"] : {};
  if (mediaType === undefined) {
    const isEmpty = candidate === "" && Object.keys(content).length === 0;
    return isEmpty
      ? []
      : [{ pointer: [], message: "an .empty example is an empty file of a response without a body" }];
  }
  const media = content[mediaType];
  const schema = isFields(media) ? media["schema"] : undefined;
  if (!isFields(schema)) {
    return [
      { pointer: [], message: `the document has no ${mediaType} here; remove the example, or add the type` },
    ];
  }
  if (mediaType === "text/plain") return checkText(candidate);
  return checkValue(measure, schema, candidate);
}

function checkText(candidate: unknown): Flaw[] {
  const isText = typeof candidate === "string" && candidate.trim() !== "";
  return isText ? [] : [{ pointer: [], message: "is empty; write the text that is sent" }];
}

function checkRequest(measure: Measure, operation: Operation, candidate: unknown): Flaw[] {
  if (!isFields(candidate))
    return [{ pointer: [], message: "is not an object; write path, query and header" }];
  const declared = Array.isArray(operation.fields["parameters"]) ? operation.fields["parameters"] : [];
  const parameters = declared.map((parameter: unknown) => fieldsAt(measure.document, parameter));
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

function checkParameter(measure: Measure, parameter: Fields, request: Fields): Flaw[] {
  const [place, name] = [String(parameter["in"]), String(parameter["name"])];
  const members = isFields(request[place]) ? request[place] : {};
  if (!Object.hasOwn(members, name)) {
    if (parameter["required"] !== true) return [];
    return [{ pointer: [place], message: `the parameter "${name}" in ${place} is required; add it` }];
  }
  const schema = isFields(parameter["schema"]) ? parameter["schema"] : {};
  const sent = normalize(members[name], [parameter["x-normalize"]].flat());
  return checkValue(measure, schema, sent).map(({ message }) => ({
    pointer: [place, name],
    message: `${name}: ${message}`,
  }));
}

/** Brings a parameter to the form that it is judged in; control characters stay at its ends and are refused. */
function normalize(sent: unknown, steps: readonly unknown[]): unknown {
  if (typeof sent !== "string") return sent;
  const composed = steps.includes("NFC") ? sent.normalize("NFC") : sent;
  return steps.includes("trim-spaces") ? composed.replaceAll(/^\p{Zs}+|\p{Zs}+$/gu, "") : composed;
}

function plainKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
