import {
  branchesOf,
  fieldsAt,
  isErrorStatus,
  listOperations,
  membersOf,
  type Operation,
  parametersOf,
} from "../grammar/list-operations.ts";
import { valueAt } from "../grammar/resolve-reference.ts";
import {
  asFields,
  asList,
  type Complaint,
  type Fields,
  isFields,
  type Pointer,
} from "../grammar/walk-document.ts";
import type { DocumentEntry } from "../read/registry.ts";
import { isSentence, type Rule } from "./schemas.ts";

/** Each operation has an id of verb and noun, a summary, a description and one declared tag. */
export function checkOperationWords(document: Fields, { verbs }: Pick<DocumentEntry, "verbs">): Complaint[] {
  const tags = new Set(asList(document["tags"]).map((tag) => asFields(tag)["name"]));
  return listOperations(document).flatMap((operation) => [
    ...checkId(operation, verbs),
    ...checkTexts(operation),
    ...checkTag(operation, tags),
  ]);
}

function checkId({ pointer, fields }: Operation, verbs: readonly string[]): Complaint[] {
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
      `operationId "${id}" begins with "${verb}"; begin with one of ${verbs.join(", ")}, or add the verb in openapi/documents.ts`,
    );
  }
  return [];
}

/** The place of a key of an operation, or of the operation that lacks it. */
function pointerTo({ pointer, fields }: Operation, key: string): Pointer {
  return key in fields ? [...pointer, key] : pointer;
}

function checkTexts(operation: Operation): Complaint[] {
  const complaints: Complaint[] = [];
  const { summary, description } = operation.fields;
  if (typeof summary !== "string" || !/^\p{Lu}.*[^.\s]$/su.test(summary)) {
    const message = "has no summary; write a few words that begin with a capital and end without a period";
    complaints.push({ pointer: pointerTo(operation, "summary"), message });
  }
  if (!isSentence(description)) {
    const message = "has no description; write sentences on what it does, each ended by a period";
    complaints.push({ pointer: pointerTo(operation, "description"), message });
  }
  return complaints;
}

function checkTag({ pointer, fields }: Operation, declared: ReadonlySet<unknown>): Complaint[] {
  const tags = asList(fields["tags"]);
  if (tags.length !== 1) {
    return [{ pointer, message: `has ${tags.length} tags; give it the one area that it belongs to` }];
  }
  if (declared.has(tags[0])) return [];
  return [
    { pointer: [...pointer, "tags"], message: `tag "${tags[0]}" is not declared; add it to tags at the top` },
  ];
}

/** Each path begins as the registry says, and goes on. */
export function checkPaths(
  document: Fields,
  { pathPrefixes }: Pick<DocumentEntry, "pathPrefixes">,
): Complaint[] {
  const paths = membersOf(document["paths"]);
  if (paths.length === 0)
    return [{ pointer: ["paths"], message: "there are no paths; describe an operation" }];
  return paths
    .filter(([path]) => !pathPrefixes.some((prefix) => path.startsWith(prefix) && path !== prefix))
    .map(([path]) => ({
      pointer: ["paths", path],
      message: `the path "${path}" has no version; begin it with ${pathPrefixes.join(" or ")}`,
    }));
}

/** A parameter of the path is required and has an example to ask by; no other parameter is required. */
export function checkParameters(document: Fields): Complaint[] {
  return listOperations(document).flatMap(({ pointer, fields }) => {
    return parametersOf(document, fields).flatMap(({ name, in: place, required, examples }, index) => {
      const isRequired = required === true;
      if (isRequired && place === "path" && membersOf(examples).length === 0) {
        const message = `parameter "${name}" in path has no example; add one with a value`;
        return [{ pointer: [...pointer, "parameters", String(index)], message }];
      }
      if (isRequired === (place === "path")) return [];
      const mend = isRequired ? "remove required, for a caller may leave it out" : "write required: true";
      const message = `parameter "${name}" in ${place}: ${mend}`;
      return [{ pointer: [...pointer, "parameters", String(index)], message }];
    });
  });
}

/** Each operation says who may call it, and which limit counts it; a token is a bearer token. */
export function checkSecurity(document: Fields): Complaint[] {
  const operations = listOperations(document).flatMap((operation) => [
    ...checkCallers(operation),
    ...checkLimit(operation),
  ]);
  const needsToken = listOperations(document).some(({ fields }) => rolesOf(fields) !== undefined);
  return [...operations, ...(needsToken ? checkScheme(document) : [])];
}

/** The roles that a token may carry; OpenAPI 3.1 lets the requirement of a bearer scheme name them. */
const roles = ["viewer", "operator"];

function checkCallers(operation: Operation): Complaint[] {
  const { id, pointer, fields } = operation;
  const written = JSON.stringify(fields["security"]);
  if (written === "[]") return [];
  const found = rolesOf(fields);
  if (found === undefined) {
    const message = `${id} does not say who may call it; write security: [] for all, or security: [{ bearer: [] }] for users`;
    return [{ pointer: pointerTo(operation, "security"), message }];
  }
  return found
    .filter((role) => !roles.includes(role))
    .map((role) => ({
      pointer: [...pointer, "security"],
      message: `${id} asks for the role "${role}", which no token carries; name one of ${roles.join(", ")}`,
    }));
}

/** The roles that an operation asks for; undefined if it asks for no token, or for something else. */
function rolesOf({ security }: Fields): readonly string[] | undefined {
  const [requirement, ...others] = asList(security);
  if (!isFields(requirement) || others.length > 0) return undefined;
  const [[scheme, found] = [], ...more] = membersOf(requirement);
  if (scheme !== "bearer" || more.length > 0 || !Array.isArray(found)) return undefined;
  return found.map(String);
}

/** What a limit counts; `card` counts readings by address, `operator` the requests of somebody at the desk. */
const limits = { withToken: ["user", "operator"], withoutToken: ["address", "card"] };

function checkLimit(operation: Operation): Complaint[] {
  const { id, fields } = operation;
  const limit = String(fields["x-limit"]);
  const needsToken = rolesOf(fields) !== undefined;
  const known = needsToken ? limits.withToken : limits.withoutToken;
  if (known.includes(limit)) return [];
  const message = `${id} is not counted by ${fields["x-limit"] === undefined ? "any limit" : `"${limit}"`}; write x-limit: ${known.join(" or ")}`;
  return [{ pointer: pointerTo(operation, "x-limit"), message }];
}

function checkScheme(document: Fields): Complaint[] {
  const { type, scheme } = asFields(valueAt(document, ["components", "securitySchemes", "bearer"]));
  if (type === "http" && scheme === "bearer") return [];
  const message = "there is no bearer scheme; write type: http and scheme: bearer";
  return [{ pointer: ["components", "securitySchemes", "bearer"], message }];
}

/**
 * Each operation declares the statuses of its document, and those that follow from what it takes: 401 with a token, 403
 * with a role, 400 with a parameter or a body, 304 with an `If-None-Match`.
 */
export function checkStatuses(document: Fields, { statuses }: Pick<DocumentEntry, "statuses">): Complaint[] {
  return listOperations(document).flatMap((operation) => {
    const { id, pointer, fields } = operation;
    const owed = new Set([...statuses.each, ...statusesFrom(document, fields)]);
    const known = new Set([...statuses.each, ...statuses.some]);
    const declared = membersOf(fields["responses"]).map(([status]) => status);
    const missing = [...owed].filter((status) => !declared.includes(status));
    const surplus = declared.filter((status) => !known.has(status) || isIdle304(status, owed));
    return [
      ...missing.map((status) => ({
        pointer: pointerTo(operation, "responses"),
        message: `${id} does not declare ${status}; declare it, as every operation does that is like it`,
      })),
      ...surplus.map((status) => ({
        pointer: [...pointer, "responses", status],
        message: `${id} declares ${status}, which is not agreed; "default" speaks for all further errors, so remove it, or agree on it in openapi/documents.ts`,
      })),
    ];
  });
}

/** Without an `If-None-Match` nothing can be unchanged. */
function isIdle304(status: string, owed: ReadonlySet<string>): boolean {
  return status === "304" && !owed.has("304");
}

function statusesFrom(document: Fields, fields: Fields): string[] {
  const parameters = parametersOf(document, fields);
  const asked = rolesOf(fields);
  return [
    ...(asked === undefined ? [] : ["401"]),
    ...(asked === undefined || asked.length === 0 ? [] : ["403"]),
    ...(parameters.length === 0 && fields["requestBody"] === undefined ? [] : ["400"]),
    ...(parameters.some(({ name }) => name === "If-None-Match") ? ["304"] : []),
  ];
}

/** Each error response has exactly the media types of its document, with the agreed bodies; only ours have one for 401 alone. */
export function checkErrorBodies(
  document: Fields,
  { errorMediaTypes, isOurs }: Pick<DocumentEntry, "errorMediaTypes" | "isOurs">,
): Complaint[] {
  const schemaOf401 = isOurs ? ["UnauthorizedResponse"] : [];
  return listOperations(document).flatMap(({ id, pointer, fields }) => {
    const errors = membersOf(fields["responses"])
      .filter(([status]) => isErrorStatus(status))
      .map(([status, response]) => [status, fieldsAt(document, response)["content"]] as const);
    const complaints = errors.flatMap(([status, content]) =>
      checkBodies(
        { operation: id, status, pointer: [...pointer, "responses", status] },
        errorMediaTypes,
        content,
        status === "401" ? schemaOf401 : [],
      ),
    );
    if (complaints.length > 0) return complaints;
    const bodies = new Set(
      errors
        .filter(([status]) => status !== "default")
        .map(([, content]) => bodyOf(asFields(content)["application/json"]))
        .filter((body) => !schemaOf401.includes(body)),
    );
    if (bodies.size <= 1) return [];
    const message = `${id} has errors as ${[...bodies].join(" and as ")}; give all but default the same`;
    return [{ pointer: [...pointer, "responses"], message }];
  });
}

const eventStream = "text/event-stream";

/** A stream is the success of a GET, and its schema is of events: objects with the one value of `event`, and `data`. */
export function checkStreams(document: Fields): Complaint[] {
  return listOperations(document).flatMap(({ id, method, pointer, fields }) =>
    membersOf(fields["responses"]).flatMap(([status, response]) => {
      const media = new Map(membersOf(fieldsAt(document, response)["content"])).get(eventStream);
      if (media === undefined) return [];
      const at = [...pointer, "responses", status];
      if (status !== "200" || method !== "get") {
        return [{ pointer: at, message: `${id} ${status} is a stream; only the 200 of a GET can be one` }];
      }
      const events = branchesOf(document, asFields(media)["schema"]);
      if (events.length > 0 && events.every((event) => isEvent(document, event))) return [];
      const message = `${id} has events of another shape; write an object, or an anyOf of objects, that require \`event\`, an enum of one value, and \`data\``;
      return [{ pointer: at, message }];
    }),
  );
}

function isEvent(document: Fields, { type, properties, required }: Fields): boolean {
  const members = new Map(membersOf(properties));
  const { enum: values } = fieldsAt(document, members.get("event"));
  const isRequired = ["event", "data"].every((name) => Array.isArray(required) && required.includes(name));
  return (
    type === "object" && isRequired && members.has("data") && Array.isArray(values) && values.length === 1
  );
}

type Place = { readonly operation: string; readonly status: string; readonly pointer: Pointer };

function checkBodies(
  { operation, status, pointer }: Place,
  mediaTypes: readonly string[],
  content: unknown,
  besides: readonly string[],
): Complaint[] {
  const declared = new Map(membersOf(content).map(([type, media]) => [type, bodyOf(media)]));
  const where = `${operation} ${status}`;
  const complaints = mediaTypes.flatMap((type) => {
    const bodies = [...agreedBodies(type, status), ...besides];
    const found = declared.get(type);
    if (found !== undefined && bodies.includes(found)) return [];
    const mend = `give it ${type} with ${bodies[0]}`;
    if (found === undefined) return [{ pointer, message: `${where} has no ${type}; ${mend}` }];
    return [{ pointer, message: `${where} has ${type} with ${found}; ${mend}` }];
  });
  const surplus = [...declared.keys()].filter((type) => !mediaTypes.includes(type));
  return [
    ...complaints,
    ...surplus.map((type) => ({
      pointer,
      message: `${where} has ${type}, which is not agreed for errors; remove it`,
    })),
  ];
}

/** An operation in front of several back ends may have any of their shapes. */
function agreedBodies(mediaType: string, status: string): readonly string[] {
  if (mediaType === "text/plain") return ["a string"];
  if (mediaType === "application/problem+json") return ["AnyProblem"];
  return status === "default" ? ["ErrorResponse"] : ["ErrorResponse", "AnyError"];
}

function bodyOf(media: unknown): string {
  const schema = asFields(media)["schema"];
  if (!isFields(schema)) return "no schema";
  if (typeof schema["$ref"] === "string") return schema["$ref"].replace("#/components/schemas/", "");
  return schema["type"] === "string" ? "a string" : "a schema without a name";
}

/** The version has three numbers, because change control compares them. */
export function checkVersion(document: Fields): Complaint[] {
  const { version } = asFields(document["info"]);
  if (typeof version === "string" && /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return [];
  const message = `info.version ${JSON.stringify(version) ?? "is missing and"} is not a version; write three numbers such as 1.0.24`;
  return [{ pointer: ["info", "version"], message }];
}

/** Every rule of operations. */
export const operationRules: readonly Rule[] = [
  checkVersion,
  checkPaths,
  checkOperationWords,
  checkParameters,
  checkSecurity,
  checkStatuses,
  checkErrorBodies,
  checkStreams,
];
