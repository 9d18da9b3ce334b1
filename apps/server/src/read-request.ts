import type { z } from "@hono/zod-openapi";
import type { Issue } from "./failure.ts";
import type { RequestOf, Route } from "./operation.ts";

/** A request by its route's schemas, or what is wrong with each field. */
export type RequestRead =
  | { readonly kind: "read"; readonly request: RequestOf<Route> }
  | { readonly kind: "faulty"; readonly issues: readonly Issue[] };

/** Reads a request: its address as it was sent, and its headers. */
export type ReadRequest = (url: string, headers: Headers) => RequestRead;

type Schema = z.ZodType & { readonly shape?: Readonly<Record<string, unknown>> };

/** Prepares the reading of requests by the schemas of a route; each part is judged, so that all faults are told at once. */
export function planReading(route: Route): ReadRequest {
  const { params, query, headers } = (route.request ?? {}) as Readonly<Record<string, Schema | undefined>>;
  const names = route.path.split("/").map((segment) => /^\{(.+)\}$/.exec(segment)?.[1]);
  const queryNames = Object.keys(query?.shape ?? {});
  const headerNames = Object.keys(headers?.shape ?? {});
  return (url, sent) => {
    const issues: Issue[] = [];
    const { pathname, search } = splitUrl(url);
    const request = {
      params: params && judge(params, collectPathValues(names, pathname, issues), issues),
      query: query && judge(query, collectQueryValues(queryNames, search, issues), issues),
      headers: headers && judge(headers, collectHeaderValues(headerNames, sent), issues),
    } as RequestOf<Route>;
    return issues.length === 0 ? { kind: "read", request } : { kind: "faulty", issues };
  };
}

function judge(schema: Schema, values: Readonly<Record<string, unknown>>, issues: Issue[]): unknown {
  const judged = schema.safeParse(values);
  if (judged.success) return judged.data;
  for (const { path, message } of judged.error.issues) {
    const field = path.map(String).join(".");
    // A field that could not be read has been told of already.
    if (!issues.some((issue) => issue.field === field)) issues.push({ field, message });
  }
  return undefined;
}

/** The address as it came: an address that was taken apart and put together again may be another. */
function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const begin = url.indexOf("/", url.indexOf("//") + 2);
  const question = url.indexOf("?", begin);
  if (question < 0) return { pathname: url.slice(begin), search: "" };
  return { pathname: url.slice(begin, question), search: url.slice(question + 1) };
}

function collectPathValues(
  names: readonly (string | undefined)[],
  pathname: string,
  issues: Issue[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const segments = pathname.split("/");
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue;
    try {
      values[name] = decodeURIComponent(segments[index] ?? "");
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
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (search === "") return values;
  const sent = new URLSearchParams(search);
  for (const name of names) {
    const given = sent.getAll(name);
    if (given.length === 1) values[name] = given[0];
    if (given.length > 1)
      issues.push({ field: name, message: `was sent ${given.length} times; send it once` });
  }
  return values;
}

function collectHeaderValues(names: readonly string[], sent: Headers): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const value = sent.get(name);
    if (value !== null) values[name] = value;
  }
  return values;
}
