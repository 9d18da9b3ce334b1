import { MinutePrices } from "@trading-oms/market";
import { describe, expect, test } from "vitest";
import { limitMinute } from "../../../http/rate-limits.ts";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planHeld } from "../../../testing/plan-held.ts";
import type { PlannedServer } from "../../../testing/plan-server.ts";

const minuteMs = Date.parse("2026-11-16T14:20:00+07:00");

async function planPriced() {
  const prices = new MinutePrices();
  const server = await planHeld({ prices });
  return { server, prices };
}

async function ask(server: PlannedServer, symbol: string, init?: RequestInit) {
  const response = await server.fetch(`/companion/v0/symbols/${symbol}/prices`, init);
  return checkAnswer("companion.listPrices", response);
}

describe("200:", () => {
  test("has each minute with a trade, and since when nothing is missing", async () => {
    const { server, prices } = await planPriced();
    prices.begin("FPT", minuteMs - 1);
    prices.add("FPT", 79_500_000n, 100, minuteMs + 1);
    prices.add("FPT", 79_400_000n, 200, minuteMs + 2);
    prices.add("FPT", 79_600_000n, 300, minuteMs + 120_000);
    expect((await ask(server, "FPT")).body).toEqual({
      symbol: "FPT",
      contract: null,
      completeSince: minuteMs - 1,
      prices: [
        { time: minuteMs, open: 79_500, high: 79_500, low: 79_400, close: 79_400, volume: 300 },
        { time: minuteMs + 120_000, open: 79_600, high: 79_600, low: 79_600, close: 79_600, volume: 300 },
      ],
    });
  });

  test("has the prices of the contract for an alias, in points", async () => {
    const { server, prices } = await planPriced();
    prices.add("41I1GB000", 1_461_500n, 2, minuteMs);
    const { body } = await ask(server, "VN30F1M");
    expect(body).toMatchObject({ symbol: "VN30F1M", contract: "41I1GB000", prices: [{ open: 1_461.5 }] });
    expect((await ask(server, "41I1GB000")).body).toEqual({ ...body, symbol: "41I1GB000", contract: null });
  });

  test("is empty before anything was heard", async () => {
    const { server } = await planPriced();
    const nothing = { symbol: "FPT", contract: null, completeSince: null, prices: [] };
    expect((await ask(server, "FPT")).body).toEqual(nothing);
  });
});

test("400 and 404: symbols that are not well-formed, or not listed", async () => {
  const { server } = await planPriced();
  expect((await ask(server, "F%20T")).status).toBe(400);
  for (const symbol of ["ZZQQXX", "fpt", "VN30F2M"]) expect((await ask(server, symbol)).status).toBe(404);
});

test("405 and 429: only GET, counted by address", async () => {
  const address = limitMinute(1, () => minuteMs);
  const server = await planHeld({
    prices: new MinutePrices(),
    limiters: { address },
    addressOf: () => "::1",
  });
  expect((await ask(server, "FPT", { method: "POST" })).status).toBe(405);
  expect([(await ask(server, "FPT")).status, (await ask(server, "FPT")).status]).toEqual([200, 429]);
});

test("501: a deployment that follows no prices, whatever the symbol", async () => {
  const server = await planHeld();
  expect(await ask(server, "ZZQQXX")).toMatchObject({ status: 501, body: { error: "not_implemented" } });
});
