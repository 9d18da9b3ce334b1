import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitMinute } from "../../../http/rate-limits.ts";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planListed, search, searchPath } from "../../../testing/plan-listed.ts";
import { planServer, testNowMs } from "../../../testing/plan-server.ts";

const tooLong = "has to be 1 to 100 characters long";
const notAllowed = expect.stringContaining("has characters that are not allowed here");
const notUtf8 = "has to be percent-encoded UTF-8";

describe("400:", () => {
  test.each([
    ["x".repeat(101), tooLong],
    ["x".repeat(6_000), tooLong],
    ["%20", tooLong],
    ["%20%20%20", tooLong],
    ["%00", notAllowed],
    ["fpt%00", notAllowed],
    ["a%0Ab", notAllowed],
    ["%7F", notAllowed],
    ["%C2%85x", notAllowed],
    ["%ff", notUtf8],
    ["%", notUtf8],
    ["%zz", notUtf8],
    ["%c3", notUtf8],
    ["%ed%a0%80", notUtf8],
    ["%c0%af", notUtf8],
  ])("explains the fault of the term %s as problem details", async (term, message) => {
    const answer = await search(await planListed(), term);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: "The request is not valid: search.",
      traceId: answer.headers.get("traceparent"),
      errors: { search: [message] },
    });
  });

  test.each([
    ["algoID=", "algoID", "has to be 1 to 64 characters long"],
    [`algoID=${"a".repeat(65)}`, "algoID", "has to be 1 to 64 characters long"],
    ["algoID=a%20b", "algoID", notAllowed],
    ["algoID=a%E2%80%8Bb", "algoID", notAllowed],
    ["algoID=a%F3%A0%80%A1b", "algoID", notAllowed],
    ["algoID=%ED%A0%80", "algoID", "is not UTF-8 where it is percent-encoded"],
    ["positionID=%00", "positionID", notAllowed],
    ["positionID=a&positionID=b", "positionID", "was sent 2 times; send it once"],
  ])("rejects %s as a label", async (query, field, message) => {
    const answer = await search(await planListed(), `fpt?${query}`);
    expect([answer.status, answer.body["errors"]]).toEqual([400, { [field]: [message] }]);
  });

  test("reports all faults together", async () => {
    const answer = await search(await planListed(), "%20?algoID=&positionID=%07");
    expect(Object.keys(answer.body["errors"] as object)).toEqual(["search", "algoID", "positionID"]);
    expect(answer.body["detail"]).toBe("The request is not valid: search, algoID, positionID.");
  });
});

describe("404:", () => {
  test.each(["", "fpt/", "fpt/x", "..", "%2e%2e/"])("does not serve the path %j", async (rest) => {
    const answer = await search(await planListed(), rest);
    expect([answer.status, answer.body["message"]]).toEqual([404, "There is no such path."]);
  });

  test("requires a term, and compares the path as sent", async () => {
    const server = await planListed();
    for (const each of [searchPath, "/api/v1/marketdata/getsymbolsearch/fpt"]) {
      expect((await checkAnswer("searchSymbols", await server.fetch(each))).status).toBe(404);
    }
  });
});

test("405: lists the allowed methods before it checks rate limit and term", async () => {
  const server = await planListed();
  const answer = await search(server, "%00", { method: "POST" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect((await server.fetch(`${searchPath}/fpt`, { method: "OPTIONS" })).status).toBe(204);
});

describe("429:", () => {
  const userLimiter = limitMinute(1, () => testNowMs);
  const limited = {
    addressOf: ({ headers }: Request) => headers.get("x-from") ?? "",
  };
  const limiterOf = () => limitMinute(2, () => testNowMs + 43_000);

  test("above the limit per minute, rejects an address with Retry-After before validating; others are not affected", async () => {
    const server = await planListed({ ...limited, limiters: { user: userLimiter, address: limiterOf() } });
    const headers = { "x-from": "192.0.2.17" };
    const first = await search(server, "fpt", { headers });
    expect(first.headers.get("ratelimit")).toBe('"address";r=1;t=17');
    expect(first.headers.get("ratelimit-policy")).toBe('"address";q=2;w=60');
    const tag = first.headers.get("etag") ?? "";
    expect((await search(server, "fpt", { headers: { ...headers, "if-none-match": tag } })).status).toBe(304);
    const refused = await search(server, "%00", { headers });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "17"]);
    expect(refused.body).toEqual({
      error: "too_many_requests",
      message: "The address has used up 2 requests of this minute. Try again in 17 seconds.",
      status: 429,
    });
    expect((await search(server, "fpt", { headers: { "x-from": "192.0.2.18" } })).status).toBe(200);
  });

  test("counts nothing without a limit, not even against the user limit", async () => {
    const server = await planListed(limited);
    for (let count = 0; count < 3; count += 1) {
      const answer = await search(server, "fpt");
      expect([answer.status, answer.headers.has("ratelimit")]).toEqual([200, false]);
    }
  });

  test("reads the address from the runtime's bindings", async () => {
    const server = await planListed({
      limiters: { address: limiterOf() },
      addressOf: (_request, bindings) => String(bindings),
    });
    expect((await search(server, "fpt")).status).toBe(200);
  });
});

test("500: answers an internal failure without detail", async () => {
  const board = {
    search: () => {
      throw new Error("select * from instruments");
    },
  };
  const answer = await search(await planListed({ board }), "fpt");
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    error: "internal_error",
    message: "The service failed. Quote the request id when asking for help.",
    status: 500,
  });
});

test("503: while the catalog is unavailable, a valid term gets 503 and an invalid one 400", async () => {
  const server = await planServer({ refreshBook: async () => false });
  expect((await search(server, "fpt")).status).toBe(503);
  expect((await search(server, "%00")).status).toBe(400);
});

test("answers any term with 200, 400 or 404", async () => {
  const server = await planListed();
  const piece = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      "%",
      "%2f",
      "%00",
      "%ff",
      "%ed%a0%80",
      "%F0%9F%9A%80",
      "(((",
      "\\",
      "..",
      "fpt",
      "+",
      "%25",
      "?",
      "#",
    ),
    fc.nat(255).map((byte) => `%${byte.toString(16).padStart(2, "0")}`),
  );
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
      const { status } = await search(server, pieces.join(""));
      statuses.add(status);
      expect([200, 400, 404]).toContain(status);
    }),
  );
  expect([...statuses].sort()).toEqual([200, 400, 404]);
});
