import type { z } from "@hono/zod-openapi";
import type { Issue } from "./failure.ts";
import type { RequestOf, Route } from "./operation.ts";

/** A request by its route's schemas, or what is wrong with each field. */
export type RequestRead =
  | { readonly kind: "read"; readonly request: RequestOf<Route> }
  | { readonly kind: "faulty"; readonly issues: readonly Issue[] };

/** Reads a request: its address as it was sent, its headers, and its body where the route has one. */
export type ReadRequest = (url: string, headers: Pick<Headers, "get">, body: unknown) => RequestRead;

/** Says what is wrong with a value, field by field, as whoever sent it named them. */
export function listIssues(schema: z.ZodType, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  judge(schema, value, issues);
  return issues;
}

type Schema = z.ZodType & { readonly shape?: Readonly<Record<string, unknown>> };

/**
 * Prepares the reading of requests by the schemas of a route; each part is judged, so that all faults are told at once. A
 * body that was taken by its operation is left as it is.
 */
export function planReading(
  route: Route,
  bodyState: "body judged" | "body taken" = "body judged",
): ReadRequest {
  const { params, query, headers } = (route.request ?? {}) as Readonly<Record<string, Schema | undefined>>;
  const bodySchema = bodyState === "body taken" ? undefined : bodySchemaOf(route);
  const names = namePathValues(route.path);
  const queryNames = Object.keys(query?.shape ?? {});
  const headerNames = Object.keys(headers?.shape ?? {});
  const judgeQuery = judgeOnce(query);
  const judgeHeaders = judgeOnce(headers);
  return (url, sent, body) => {
    const issues: Issue[] = [];
    const { pathname, search } = splitUrl(url);
    const request = {
      params: params && judge(params, collectPathValues(names, pathname, issues), issues),
      query: query && judgeQuery(collectQueryValues(queryNames, search, issues), issues),
      headers: headers && judgeHeaders(collectHeaderValues(headerNames, sent), issues),
      body: bodySchema === undefined ? body : judge(bodySchema, body, issues),
    } as RequestOf<Route>;
    return issues.length === 0 ? { kind: "read", request } : { kind: "faulty", issues };
  };
}

/** The schema of a route's JSON body, if it takes one. */
export function bodySchemaOf({ request }: Route): z.ZodType | undefined {
  const content = request?.body?.content as
    | { readonly "application/json"?: { readonly schema: unknown } }
    | undefined;
  return content?.["application/json"]?.schema as z.ZodType | undefined;
}

/** Judges what was sent; nothing at all is judged once, since most requests send none of what they may. */
function judgeOnce(schema: Schema | undefined): (values: object | undefined, issues: Issue[]) => unknown {
  if (schema === undefined) return () => undefined;
  const none = schema.safeParse({});
  if (!none.success) return (values, issues) => judge(schema, values ?? {}, issues);
  const outcome = Object.freeze(none.data);
  return (values, issues) => (values === undefined ? outcome : judge(schema, values, issues));
}

function judge(schema: Schema, values: unknown, issues: Issue[]): unknown {
  const judged = schema.safeParse(values);
  if (judged.success) return judged.data;
  for (const issue of judged.error.issues) {
    const path = issue.path.map(String);
    const told =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({ field: [...path, key].join("."), message: "is not known here" }))
        : [{ field: path.join(".") || "body", message: sayIssue(issue, values) }];
    // A field that could not be read has been told of already.
    issues.push(...told.filter(({ field }) => !issues.some((each) => each.field === field)));
  }
  return undefined;
}

/** Where the document has no words for it, zod's would speak of types to somebody who speaks of fields. */
function sayIssue(issue: z.core.$ZodIssue, values: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return valueAt(values, issue.path) === undefined
        ? "is required"
        : `has to be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    case "too_small":
      return isOwnWord(issue) ? issue.message : `has to be ${issue.minimum} or more`;
    case "too_big":
      return isOwnWord(issue) ? issue.message : `has to be ${issue.maximum} or less`;
    default:
      return issue.message;
  }
}

/** The contract's own words begin alike; zod's begin with what it thinks of the value. */
function isOwnWord({ message }: z.core.$ZodIssue): boolean {
  return !message.startsWith("Too ");
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    values,
  );
}

/** The address as it came: an address that was taken apart and put together again may be another. */
export function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const begin = url.indexOf("/", url.indexOf("//") + 2);
  const question = url.indexOf("?", begin);
  if (question < 0) return { pathname: url.slice(begin), search: "" };
  return { pathname: url.slice(begin, question), search: url.slice(question + 1) };
}

type PathName = { readonly name: string; readonly index: number };

function namePathValues(path: string): PathName[] {
  const names: PathName[] = [];
  for (const [index, segment] of path.split("/").entries()) {
    const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
    if (name !== undefined) names.push({ name, index });
  }
  return names;
}

function collectPathValues(
  names: readonly PathName[],
  pathname: string,
  issues: Issue[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (names.length === 0) return values;
  const segments = pathname.split("/");
  for (const { name, index } of names) {
    const sent = segments[index] ?? "";
    try {
      values[name] = sent.includes("%") ? decodeURIComponent(sent) : sent;
    } catch {
      issues.push({ field: name, message: "has to be percent-encoded UTF-8" });
    }
  }
  return values;
}

/** Only parameters of the operation are looked at; one that was sent twice has no value. */
function collectQueryValues(
  names: readonly string[],
  search: string,
  issues: Issue[],
): Record<string, unknown> | undefined {
  if (search === "") return undefined;
  const values: Record<string, unknown> = {};
  const sent = new URLSearchParams(search);
  for (const name of names) {
    const given = sent.getAll(name);
    if (given.length === 1) values[name] = given[0];
    if (given.some((value) => value.includes("\ufffd")) && !/%EF%BF%BD|\ufffd/i.test(search)) {
      issues.push({ field: name, message: "is not UTF-8 where it is percent-encoded" });
    }
    if (given.length > 1)
      issues.push({ field: name, message: `was sent ${given.length} times; send it once` });
  }
  return values;
}

function collectHeaderValues(
  names: readonly string[],
  sent: Pick<Headers, "get">,
): Record<string, unknown> | undefined {
  let values: Record<string, unknown> | undefined;
  for (const name of names) {
    const value = sent.get(name);
    if (value === null) continue;
    values ??= {};
    values[name] = value;
  }
  return values;
}
