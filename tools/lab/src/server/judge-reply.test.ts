import { expect, test } from "vitest";
import type { WireAnswer } from "../ground/wire.ts";
import { type BodyJudges, judgeReply } from "./check-rubbish.ts";
import type { Rubbish } from "./rubbish.ts";

const rubbish: Rubbish = { name: "a test", bytes: Buffer.from("x"), isHead: false, isRefusedAsWhole: false };
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

function judge(changed: Partial<WireAnswer>, given: Rubbish = rubbish): string[] {
  return judgeReply(given, { answers: [{ ...good, ...changed }], faults: [] }, judges);
}

test("an answer that the document declares, in its shape and with its id, has no fault", () => {
  expect(judge({})).toEqual([]);
});

test("a status that no page declares is a fault, a 500 first of all", () => {
  expect(judge({ status: 500 })).toEqual(["500 is declared nowhere"]);
  expect(judge({ status: 418 })).toEqual(["418 is declared nowhere"]);
});

test("an answer without its request id is a fault", () => {
  expect(judge({ headers: new Map([["content-type", "application/json"]]) })).toEqual([
    "400 has no X-Request-Id",
  ]);
});

test("a body that repeats what was sent is a fault", () => {
  expect(judge({ body: '{"error":"LEAK7f3a"}' })).toEqual(["400 repeats what was sent"]);
});

test.each(['{"error":"at Object.run (/srv/x)"}', '{"error":"start-server.js"}', '{"error":"node_modules"}'])(
  "a body that tells of the inside is a fault: %s",
  (body) => {
    expect(judge({ body })).toEqual([`400 tells of its inside: ${body}`]);
  },
);

test("a body that is not JSON, or says that it is something else, is a fault", () => {
  expect(judge({ body: "<html>" })).toEqual(["400 has a body that is not JSON: <html>"]);
  expect(judge({ headers: new Map([["x-request-id", "1"]]) })).toEqual(["400 is not JSON"]);
});

test("silence is an answer to nothing alone", () => {
  const silence = { answers: [], faults: [] };
  expect(judgeReply(rubbish, silence, judges)).toEqual(["there was no answer"]);
  expect(judgeReply({ ...rubbish, bytes: Buffer.from("\r\n\r\n") }, silence, judges)).toEqual([]);
});

test("what was smuggled into a request must not be answered, nor the request be taken", () => {
  const smuggled = { ...rubbish, isRefusedAsWhole: true };
  expect(judge({}, smuggled)).toEqual([]);
  expect(judge({ status: 404 }, smuggled)).toEqual(["is answered by 404 instead of 400 alone"]);
  expect(judgeReply(smuggled, { answers: [good, good], faults: [] }, judges)).toEqual([
    "is answered by 400, 400 instead of 400 alone",
  ]);
});

const search: Rubbish = {
  ...rubbish,
  bytes: Buffer.from("GET /api/v1/MarketData/GetSymbolSearch/a HTTP/1.1"),
};
const problem = { ...good, headers: new Map(good.headers).set("content-type", "application/problem+json") };

test("problem details are for searches alone, and judged as such", () => {
  expect(judge(problem)).toEqual(["400 is not JSON"]);
  expect(judge(problem, search)).toEqual(["no problem"]);
  expect(judge({ ...problem, status: 404 }, search)).toEqual(["404 is not JSON"]);
});

test("what a search found is judged by its schema", () => {
  expect(judge({ status: 200, body: "{}" }, search)).toEqual(["no search"]);
  expect(judge({ status: 200, body: "{" }, search)).toEqual(["200 has a body that is not JSON: {"]);
  expect(judge({ status: 200, body: "{}" })).toEqual([]);
});

test("304 is for whoever asked by a tag, has one, and has no body", () => {
  const unchanged = { status: 304, headers: new Map([["x-request-id", "1"]]), body: "" };
  const tagged = { ...unchanged, headers: new Map(unchanged.headers).set("etag", 'W/"1"') };
  const asked: Rubbish = { ...search, bytes: Buffer.from("If-None-Match: *") };
  expect(judge(tagged, asked)).toEqual([]);
  expect(judge(tagged, search)).toEqual(["304 was not asked for"]);
  expect(judge(unchanged, asked)).toEqual(["304 has no ETag"]);
  expect(judge({ ...tagged, body: "x" }, asked)).toEqual(["304 has a body"]);
});
