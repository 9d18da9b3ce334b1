import { fieldsAt, listOperations, membersOf, type Operation } from "../list-operations.ts";
import { type Complaint, type Fields, isFields, type Pointer } from "../walk-document.ts";
import { isSentence } from "./schemas.ts";

/** The verbs of operation ids, one word per kind of action. */
const verbs = ["create", "delete", "get", "list", "parse", "search", "set"];

/** Each operation has an id of verb and noun, a summary, a description and one declared tag. */
export function checkOperationWords(document: Fields): Complaint[] {
  const declared: unknown[] = Array.isArray(document["tags"]) ? document["tags"] : [];
  const tags = new Set(declared.map((tag) => (isFields(tag) ? tag["name"] : undefined)));
  return listOperations(document).flatMap((operation) => [
    ...checkId(operation),
    ...checkTexts(operation),
    ...checkTag(operation, tags),
  ]);
}

function checkId({ pointer, fields }: Operation): Complaint[] {
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
      `operationId "${id}" begins with "${verb}"; begin with one of ${verbs.join(", ")}, or add the verb in tools/document/src/rules/operations.ts`,
    );
  }
  return [];
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

/** Each path begins with the version of the API. */
export function checkPaths(document: Fields): Complaint[] {
  const paths = membersOf(document["paths"]);
  if (paths.length === 0)
    return [{ pointer: ["paths"], message: "there are no paths; describe an operation" }];
  return paths
    .filter(([path]) => !/^\/api\/v[12]\/[^/]/.test(path))
    .map(([path]) => ({
      pointer: ["paths", path],
      message: `the path "${path}" has no version; begin it with /api/v1/ or /api/v2/`,
    }));
}

/** A parameter of the path is required, and no other parameter is. */
export function checkParameters(document: Fields): Complaint[] {
  return listOperations(document).flatMap(({ pointer, fields }) => {
    const declared: unknown[] = Array.isArray(fields["parameters"]) ? fields["parameters"] : [];
    return declared.flatMap((parameter, index) => {
      const { name, in: place, required } = fieldsAt(document, parameter);
      const isRequired = required === true;
      if (isRequired === (place === "path")) return [];
      const mend = isRequired ? "remove required, for a caller may leave it out" : "write required: true";
      const message = `parameter "${name}" in ${place}: ${mend}`;
      return [{ pointer: [...pointer, "parameters", String(index)], message }];
    });
  });
}

/** Operations on data of one user. */
const operationsWithToken = ["setCoveredMarginCall", "getMarginRatio", "listNotifications"];
const operationsForAll = ["searchSymbols", "parseIdCard"];

/** Exactly the agreed operations require a token, each declares it, and the token is a bearer token. */
export function checkSecurity(document: Fields): Complaint[] {
  const operations = listOperations(document).flatMap(({ id, pointer, fields }) => {
    const message = faultOf(id, JSON.stringify(fields["security"]));
    if (message === undefined) return [];
    return [{ pointer: "security" in fields ? [...pointer, "security"] : pointer, message }];
  });
  return [...operations, ...checkScheme(document)];
}

function faultOf(id: string, security: string | undefined): string | undefined {
  if (operationsWithToken.includes(id)) {
    return security === '[{"bearer":[]}]'
      ? undefined
      : `${id} wants a token; write security: [{ bearer: [] }]`;
  }
  if (operationsForAll.includes(id)) {
    return security === "[]" ? undefined : `${id} is open to all; write security: []`;
  }
  return `nothing is agreed on who may call ${id}; add it to one of the lists in rules/operations.ts`;
}

function checkScheme(document: Fields): Complaint[] {
  const components = isFields(document["components"]) ? document["components"] : {};
  const schemes = isFields(components["securitySchemes"]) ? components["securitySchemes"] : {};
  const bearer = isFields(schemes["bearer"]) ? schemes["bearer"] : {};
  if (bearer["type"] === "http" && bearer["scheme"] === "bearer") return [];
  const message = "there is no bearer scheme; write type: http and scheme: bearer";
  return [{ pointer: ["components", "securitySchemes", "bearer"], message }];
}

const statusesOfEach = ["200", "400", "401", "404", "500", "default"];
const statusesOfOne: Readonly<Record<string, readonly string[]>> = { searchSymbols: ["304"] };

/** Each operation declares exactly the agreed statuses. */
export function checkStatuses(document: Fields): Complaint[] {
  return listOperations(document).flatMap(({ id, pointer, fields }) => {
    const agreed = [...statusesOfEach, ...(statusesOfOne[id] ?? [])];
    const declared = membersOf(fields["responses"]).map(([status]) => status);
    const missing = agreed.filter((status) => !declared.includes(status));
    const surplus = declared.filter((status) => !agreed.includes(status));
    return [
      ...missing.map((status) => ({
        pointer: "responses" in fields ? [...pointer, "responses"] : pointer,
        message: `${id} does not declare ${status}; declare it, as every operation does`,
      })),
      ...surplus.map((status) => ({
        pointer: [...pointer, "responses", status],
        message: `${id} declares ${status}, which is not agreed; "default" speaks for all further errors, so remove it, or agree on it in rules/operations.ts`,
      })),
    ];
  });
}

const errorStatuses = ["400", "401", "404", "500", "default"];

/** Symbol search serves several back ends, so its errors may have any of their shapes. */
const operationWithAnyError = "searchSymbols";

/** Each error response has exactly the agreed bodies by media type. */
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

/** The version has three numbers, because change control compares them. */
export function checkVersion(document: Fields): Complaint[] {
  const version = isFields(document["info"]) ? document["info"]["version"] : undefined;
  if (typeof version === "string" && /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return [];
  const message = `info.version ${JSON.stringify(version) ?? "is missing and"} is not a version; write three numbers such as 1.0.24`;
  return [{ pointer: ["info", "version"], message }];
}

/** Every rule of operations. */
export const operationRules: readonly ((document: Fields) => Complaint[])[] = [
  checkVersion,
  checkPaths,
  checkOperationWords,
  checkParameters,
  checkSecurity,
  checkStatuses,
  checkErrorBodies,
];
