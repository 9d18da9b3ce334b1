import { expect, test } from "vitest";
import { keysText, startWorker } from "./start-worker.ts";

test("refuses the 601st search of a minute by the bound limiter, whatever the isolate's own limit", async () => {
  const worker = await startWorker({ AUTH_JWKS: keysText, RATE_LIMIT_ADDRESS: "100000" });
  const search = async () => (await worker.fetch("/api/v1/MarketData/GetSymbolSearch/fpt")).status;
  expect(await search()).toBe(200);
  // Requests are counted per clock minute, and all of these must fall into one.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await new Promise((settle) => setTimeout(settle, leftMs));
  const statuses: number[] = [];
  for (let part = 0; part < 14; part += 1) {
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, search))));
  }
  const passedCount = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  // The first request may fall into the same minute.
  expect([599, 600]).toContain(passedCount);
});
