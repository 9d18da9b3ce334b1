import type { Hook, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { Issue } from "../failure.ts";
import { fail } from "./failures.ts";
import { malformedJson } from "./json-body.ts";
import { type AppEnv, type Route, renderTraceParent } from "./request-context.ts";

/** Lists the faults of a value, field by field, under the names that the sender used. */
export function listIssues(schema: z.ZodType, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  judge(schema, value, issues);
  return issues;
}

type Schema = z.ZodType & { readonly shape?: Readonly<Record<string, unknown>> };

/**
 * Rejects a URL that Hono would read leniently: a path or query value that is not UTF-8, or a parameter that was sent twice.
 * Stores the route for `onValidated`.
 */
export function checkTarget(route: Route, usesProblemDetails: boolean): MiddlewareHandler<AppEnv> {
  const names = namesOf(route);
  return async (c, next) => {
    c.set("route", route);
    c.set("usesProblemDetails", usesProblemDetails);
    const { pathname, search } = splitUrl(c.req.url);
    const issues: Issue[] = [];
    collectPathValues(names.path, pathname, issues);
    collectQueryValues(names.query, search, issues);
    return issues.length === 0 ? next() : refuse(c);
  };
}

/**
 * The hook of Hono's validators: on the first fault, all parts of the request are validated and all faults are
 * listed.
 */
export const onValidated: Hook<unknown, AppEnv, string, Promise<Response> | undefined> = (result, c) =>
  result.success ? undefined : refuse(c);

async function refuse(c: Context<AppEnv>): Promise<Response> {
  const { request } = c.get("route");
  const schemas = (request ?? {}) as Readonly<Record<"params" | "query" | "headers", Schema | undefined>>;
  const names = namesOf(c.get("route"));
  const bodySchema = bodySchemaOf(c.get("route"));
  const body = bodySchema && (await c.req.json().catch(() => malformed));
  if (body === malformed) return fail(c, malformedJson);
  const { pathname, search } = splitUrl(c.req.url);
  const issues: Issue[] = [];
  const { params, query, headers } = schemas;
  const path = collectPathValues(names.path, pathname, issues);
  if (params !== undefined) judge(params, path, issues);
  if (query !== undefined) judge(query, collectQueryValues(names.query, search, issues), issues);
  if (headers !== undefined) judge(headers, collectHeaderValues(names.headers, c.req.raw.headers), issues);
  if (bodySchema !== undefined) judge(bodySchema, body, issues);
  return c.get("usesProblemDetails")
    ? fail(c, { code: "invalid_parameters", issues, traceParent: renderTraceParent(c.get("trace")) })
    : fail(c, { code: "invalid_request", issues });
}

const malformed = Symbol("malformed JSON");

function namesOf({ path, request }: Route) {
  const { query, headers } = (request ?? {}) as Readonly<Record<string, Schema | undefined>>;
  return {
    path: namePathValues(path),
    query: Object.keys(query?.shape ?? {}),
    headers: Object.keys(headers?.shape ?? {}),
  };
}

function bodySchemaOf({ request }: Route): z.ZodType | undefined {
  const content = request?.body?.content as
    | { readonly "application/json"?: { readonly schema: unknown } }
    | undefined;
  return content?.["application/json"]?.schema as z.ZodType | undefined;
}

/** How many elements the arrays in the JSON body of a route may have. */
export function countElements(route: Route): number {
  return elementsOf(bodySchemaOf(route));
}

/** The parts of a schema that hold others. */
type SchemaDefinition = {
  readonly type?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: object } }[];
  readonly innerType?: unknown;
  readonly shape?: object;
  readonly options?: readonly unknown[];
};

/** By its definition, because `z.toJSONSchema`, and `z` itself, would enlarge the bundles of Workers. */
function elementsOf(schema: unknown): number {
  const { def = {} } = (schema ?? {}) as { readonly def?: SchemaDefinition };
  if (def.type === "array") {
    const maxima = (def.checks ?? []).map((check) => ({ maximum: 0, ...check._zod.def }).maximum);
    return Math.max(0, ...maxima);
  }
  const parts = [def.innerType, ...Object.values(def.shape ?? {}), ...(def.options ?? [])];
  return parts.reduce<number>((sum, part) => sum + (part === undefined ? 0 : elementsOf(part)), 0);
}

function judge(schema: Schema, values: unknown, issues: Issue[]): void {
  for (const issue of (schema.safeParse(values).error?.issues ?? []).flatMap(chooseForm)) {
    const path = issue.path.map(String);
    const told =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({ field: [...path, key].join("."), message: "is not known here" }))
        : [{ field: path.join(".") || "body", message: describeIssue(issue, values) }];
    // At most one issue per field: an unreadable field has been reported already.
    issues.push(...told.filter(({ field }) => !issues.some((each) => each.field === field)));
  }
}

/**
 * For a body that has one of several forms and matches none: the faults of the only form that knows all of its members, or
 * else what tells the forms apart.
 */
function chooseForm(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.path.length > 0) return [issue];
  const forms = issue.errors.map((faults) => ({
    faults,
    unknown: faults.flatMap((each) => (each.code === "unrecognized_keys" ? each.keys : [])),
  }));
  const [form, ...others] = forms.filter(({ unknown }) => unknown.length === 0);
  const isObject = form?.faults[0]?.path.length !== 0;
  if (form !== undefined && (others.length === 0 || !isObject)) return form.faults;
  const [first, ...rest] = forms.map(({ unknown }) => new Set(unknown));
  const keys = [...(first ?? [])].filter((key) => rest.every((each) => each.has(key)));
  if (keys.length > 0) return [{ code: "unrecognized_keys", keys, path: [], message: "" }];
  const names = forms.flatMap(({ faults, unknown }) => [...unknown, ...faults.flatMap(({ path }) => path)]);
  const told = [...new Set(names.map(String))].sort().join(", ");
  return [{ code: "custom", path: [], message: `has to have exactly one of ${told}` }];
}

/** Own messages, because zod's name types instead of fields. */
function describeIssue(issue: z.core.$ZodIssue, values: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return valueAt(values, issue.path) === undefined
        ? "is required"
        : `has to be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    case "invalid_value":
      return isOwnWord(issue) ? issue.message : `has to be one of ${issue.values.join(", ")}`;
    case "too_small":
      return isOwnWord(issue) ? issue.message : `has to be ${issue.minimum} or more`;
    case "too_big":
      return isOwnWord(issue) ? issue.message : `has to be ${issue.maximum} or less`;
    default:
      return issue.message;
  }
}

/** Messages of the contract start with a small letter, zod's own with a capital. */
function isOwnWord({ message }: z.core.$ZodIssue): boolean {
  return !/^[A-Z]/.test(message);
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

/** Splits the URL as received; parsing it into a URL object could change it. */
export function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const begin = url.indexOf("/", url.indexOf("//") + 2);
  const question = url.indexOf("?", begin);
  if (question < 0) return { pathname: url.slice(begin), search: "" };
  return { pathname: url.slice(begin, question), search: url.slice(question + 1) };
}

type PathName = { readonly name: string; readonly index: number };

function namePathValues(path: string): PathName[] {
  return path.split("/").flatMap((segment, index) => {
    const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
    return name === undefined ? [] : [{ name, index }];
  });
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

/** Considers only parameters of the operation; one that was sent twice gets no value. */
function collectQueryValues(
  names: readonly string[],
  search: string,
  issues: Issue[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (search === "") return values;
  // URLSearchParams drops one leading question mark; a second one is part of a name.
  const sent = new URLSearchParams(`?${search}`);
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

function collectHeaderValues(names: readonly string[], sent: Pick<Headers, "get">): Record<string, unknown> {
  const given = names.map((name) => [name, sent.get(name)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}
