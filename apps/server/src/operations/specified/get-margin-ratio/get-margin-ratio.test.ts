import { type RatesSetting, setRates } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { listInstruments } from "../../../testing/list-instruments.ts";
import { type PlannedServer, planServer } from "../../../testing/plan-server.ts";

const path = "/api/v1/diagnostics/margin-ratios";

async function planListed(): Promise<PlannedServer> {
  const server = await planServer();
  await listInstruments(server.services, "FPT", "FOX", "41I1GB000");
  const settings: RatesSetting[] = [
    { level: "symbol", name: "FPT", rates: ratesOf(500_000n, 400_000n, 300_000n) },
    { level: "product", name: "VN30F", rates: ratesOf(50_000n, 30_000n, 20_000n) },
  ];
  for (const setting of settings) await setRates(server.services, setting);
  await server.book.refresh();
  return server;
}

function ratesOf(marginRatio: bigint, marginCallRate: bigint, forceCloseRate: bigint) {
  return { marginRatio, marginCallRate, forceCloseRate };
}

async function ask(server: PlannedServer, symbol: string, method = "GET") {
  const authorization = `Bearer ${await server.tokenOf("demo")}`;
  return server.fetch(`${path}/${symbol}`, { method, headers: { authorization } });
}

test.each([
  ["FPT", { marginRatio: 0.5, forceCloseRate: 0.3, marginCallRate: 0.4, productGroup: "STO" }],
  ["FOX", { marginRatio: 1, forceCloseRate: 0, marginCallRate: 0, productGroup: "STO" }],
  ["41I1GB000", { marginRatio: 0.05, forceCloseRate: 0.02, marginCallRate: 0.03, productGroup: "DVX" }],
  ["VN30F1M", { marginRatio: 0.05, forceCloseRate: 0.02, marginCallRate: 0.03, productGroup: "DVX" }],
  ["VN30F", { marginRatio: 0.05, forceCloseRate: 0.02, marginCallRate: 0.03, productGroup: "DVX" }],
])("200: returns the figures in force for %s under the requested name", async (symbol, figures) => {
  const answer = await checkAnswer("getMarginRatio", await ask(await planListed(), symbol));
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ symbol, ...figures });
});

test("200: forbids caching of an answer that needed a token", async () => {
  const { headers } = await checkAnswer("getMarginRatio", await ask(await planListed(), "FPT"));
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("vary")).toBe("Authorization");
});

test.each([
  ["%ff", "has to be percent-encoded UTF-8"],
  ["%", "has to be percent-encoded UTF-8"],
  ["%00", expect.stringContaining("not allowed")],
  ["..%2f", expect.stringContaining("not allowed")],
  ["%2525", expect.stringContaining("not allowed")],
  ["F%20PT", expect.stringContaining("not allowed")],
  ["%C4%90", expect.stringContaining("not allowed")],
  ["A".repeat(33), "has to be 1 to 32 characters long"],
  ["A".repeat(6_000), "has to be 1 to 32 characters long"],
])("400: rejects %s as a symbol and says how to correct it", async (symbol, message) => {
  const answer = await checkAnswer("getMarginRatio", await ask(await planListed(), symbol));
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    error: "invalid_request",
    message: "The request is not valid: symbol.",
    details: [{ field: "symbol", message }],
    status: 400,
  });
});

test.each(["FPTX", "fpt", "STO", "DVX", "VN30", "__proto__", "constructor", "A".repeat(32)])(
  "404: %s is not listed",
  async (symbol) => {
    const answer = await checkAnswer("getMarginRatio", await ask(await planListed(), symbol));
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: "not_found",
      message: `The symbol ${symbol} is not listed.`,
      status: 404,
    });
  },
);

test.each(["", "FPT/", "FPT/x"])("404: does not serve the path %j", async (rest) => {
  const answer = await checkAnswer("getMarginRatio", await ask(await planListed(), rest));
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ message: "There is no such path." });
});

test("HEAD: returns the headers of GET without the body", async () => {
  const response = await ask(await planListed(), "FPT", "HEAD");
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
});

test("returns a changed rate after the next refresh of the book", async () => {
  const server = await planListed();
  await setRates(server.services, {
    level: "symbol",
    name: "FPT",
    rates: ratesOf(1_000_000n, 999_999n, 1n),
  });
  await server.book.refresh();
  const { body } = await checkAnswer("getMarginRatio", await ask(server, "FPT"));
  expect(body).toMatchObject({ marginRatio: 1, marginCallRate: 0.999999, forceCloseRate: 0.000001 });
});
