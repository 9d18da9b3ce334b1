import { expect, test } from "vitest";
import type { WireAnswer } from "../harness/wire.ts";
import { type BodyJudges, checkReply } from "./check-malformed.ts";
import type { MalformedRequest } from "./malformed.ts";

const malformed: MalformedRequest = {
  name: "a test",
  bytes: Buffer.from("x"),
  isHead: false,
  isRefusedAsWhole: false,
};
const good: WireAnswer = {
  status: 400,
  headers: new Map([
    ["x-request-id", "1"],
    ["content-type", "application/json; charset=utf-8"],
  ]),
  body: '{"error":"bad_request"}',
  isLast: true,
};

const judges: BodyJudges = { error: () => [], problem: () => ["no problem"], search: () => ["no search"] };

function judge(changed: Partial<WireAnswer>, given: MalformedRequest = malformed): string[] {
  return checkReply(given, { answers: [{ ...good, ...changed }], faults: [] }, judges);
}

test("accepts a documented answer with its shape and request id", () => {
  expect(judge({})).toEqual([]);
});

test("reports an undocumented status, such as 500", () => {
  expect(judge({ status: 500 })).toEqual(["500 is declared nowhere"]);
  expect(judge({ status: 418 })).toEqual(["418 is declared nowhere"]);
});

test("reports an answer without a request id", () => {
  expect(judge({ headers: new Map([["content-type", "application/json"]]) })).toEqual([
    "400 has no X-Request-Id",
  ]);
});

test("reports a body that repeats the request", () => {
  expect(judge({ body: '{"error":"LEAK7f3a"}' })).toEqual(["400 repeats what was sent"]);
});

test.each(['{"error":"at Object.run (/srv/x)"}', '{"error":"start-server.js"}', '{"error":"node_modules"}'])(
  "reports internal details in a body: %s",
  (body) => {
    expect(judge({ body })).toEqual([`400 tells of its inside: ${body}`]);
  },
);

test("reports a body that is not JSON, or has another media type", () => {
  expect(judge({ body: "<html>" })).toEqual(["400 has a body that is not JSON: <html>"]);
  expect(judge({ headers: new Map([["x-request-id", "1"]]) })).toEqual(["400 is not JSON"]);
});

test("accepts no answer only to an empty request", () => {
  const silence = { answers: [], faults: [] };
  expect(checkReply(malformed, silence, judges)).toEqual(["there was no answer"]);
  expect(checkReply({ ...malformed, bytes: Buffer.from("\r\n\r\n") }, silence, judges)).toEqual([]);
});

test("reports an answer to a smuggled request, and acceptance of the request that carries it", () => {
  const smuggled = { ...malformed, isRefusedAsWhole: true };
  expect(judge({}, smuggled)).toEqual([]);
  expect(judge({ status: 404 }, smuggled)).toEqual(["is answered by 404 instead of 400 alone"]);
  expect(checkReply(smuggled, { answers: [good, good], faults: [] }, judges)).toEqual([
    "is answered by 400, 400 instead of 400 alone",
  ]);
});

const search: MalformedRequest = {
  ...malformed,
  bytes: Buffer.from("GET /api/v1/MarketData/GetSymbolSearch/a HTTP/1.1"),
};
const problem = { ...good, headers: new Map(good.headers).set("content-type", "application/problem+json") };

test("accepts problem details for searches only, and checks them", () => {
  expect(judge(problem)).toEqual(["400 is not JSON"]);
  expect(judge(problem, search)).toEqual(["no problem"]);
  expect(judge({ ...problem, status: 404 }, search)).toEqual(["404 is not JSON"]);
});

test("checks search results against the schema", () => {
  expect(judge({ status: 200, body: "{}" }, search)).toEqual(["no search"]);
  expect(judge({ status: 200, body: "{" }, search)).toEqual(["200 has a body that is not JSON: {"]);
  expect(judge({ status: 200, body: "{}" })).toEqual([]);
});

test("accepts 304 only for a conditional request, with an ETag and without a body", () => {
  const unchanged = { status: 304, headers: new Map([["x-request-id", "1"]]), body: "" };
  const tagged = { ...unchanged, headers: new Map(unchanged.headers).set("etag", 'W/"1"') };
  const asked: MalformedRequest = { ...search, bytes: Buffer.from("If-None-Match: *") };
  expect(judge(tagged, asked)).toEqual([]);
  expect(judge(tagged, search)).toEqual(["304 was not asked for"]);
  expect(judge(unchanged, asked)).toEqual(["304 has no ETag"]);
  expect(judge({ ...tagged, body: "x" }, asked)).toEqual(["304 has a body"]);
});
