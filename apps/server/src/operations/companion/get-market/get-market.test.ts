import { describe, expect, test } from "vitest";
import { limitMinute } from "../../../http/rate-limits.ts";
import type { FeedHealth } from "../../../services.ts";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { type PlannedServer, planServer, testNowMs } from "../../../testing/plan-server.ts";

const path = "/companion/v0/market";

async function marketOf(server: PlannedServer) {
  return (await checkAnswer("companion.getMarket", await server.fetch(path))).body;
}

function onFeed(health: FeedHealth): Promise<PlannedServer> {
  return planServer({ feedHealth: () => health });
}

describe("200:", () => {
  test("has the session of each exchange, and when it changes", async () => {
    const server = await planServer();
    const changesAt = testNowMs + 90 * 60_000;
    expect(await marketOf(server)).toEqual({
      time: testNowMs,
      exchanges: ["HOSE", "HNX", "UPCOM", "DERIVATIVES"].map((exchange) => ({
        exchange,
        session: "continuous",
        changesAt,
      })),
      holidays: [],
      halted: [],
      feed: { status: "none", isSimulated: false },
    });
  });

  test("has the holidays from today on", async () => {
    const server = await planServer({
      book: { holidays: () => new Set(["2027-01-01", "2026-11-17"]) } as never,
    });
    expect((await marketOf(server))["holidays"]).toEqual(["2027-01-01"]);
  });

  test("has the symbols that are halted", async () => {
    const server = await planServer({ marks: { haltedSymbols: () => ["FPT", "VNM"] } as never });
    expect((await marketOf(server))["halted"]).toEqual(["FPT", "VNM"]);
  });

  test("says whether the feed is heard, since when not, and whether its prices are invented", async () => {
    const alive = await onFeed({ silentSinceMs: undefined, isSimulated: true });
    expect((await marketOf(alive))["feed"]).toEqual({ status: "alive", isSimulated: true });
    const silent = await onFeed({ silentSinceMs: testNowMs - 30_000, isSimulated: false });
    expect((await marketOf(silent))["feed"]).toEqual({
      status: "silent",
      silentSince: testNowMs - 30_000,
      isSimulated: false,
    });
  });
});

test("429: is counted by address, and named as an operation of its document in logs", async () => {
  const address = limitMinute(1, () => testNowMs);
  const server = await planServer({ limiters: { address }, addressOf: () => "192.0.2.1" });
  expect((await server.fetch(path)).headers.get("ratelimit-policy")).toBe('"address";q=1;w=60');
  const { status } = await checkAnswer("companion.getMarket", await server.fetch(path));
  expect([status, server.logged.at(-1)?.operation]).toEqual([429, "companion.getMarket"]);
});

test("405 and 503 are as the document has them", async () => {
  const server = await planServer({ refreshBook: async () => false });
  const posted = await server.fetch(path, { method: "POST" });
  expect((await checkAnswer("companion.getMarket", posted)).status).toBe(405);
  expect((await checkAnswer("companion.getMarket", await server.fetch(path))).status).toBe(503);
});
