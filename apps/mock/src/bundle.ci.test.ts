import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { openWire } from "@trading-oms/conformance";
import { createBroker } from "@trading-oms/mock";
import { startBroker } from "@trading-oms/mock/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askEveryClaim } from "./testing/ask-every-claim.ts";

// First, while nothing is warm yet.
describe("twenty tests on fresh brokers", () => {
  const openMs: number[] = [];
  let beganMs = 0;

  beforeAll(() => {
    beganMs = performance.now();
  });

  test.each(Array.from({ length: 20 }, (_, index) => index))("test %i", async () => {
    const openedMs = performance.now();
    const broker = await createBroker({ speed: 0 });
    openMs.push(performance.now() - openedMs);
    const authorization = `Bearer ${await broker.user("demo")}`;
    await broker.market.move("FPT", -7);
    const response = await broker.fetch("/companion/v0/accounts/888C000017", { headers: { authorization } });
    expect(await response.json()).toMatchObject({ outstanding: 5_360_000 });
    await broker.close();
  });

  afterAll(() => {
    const [firstMs = 0] = openMs;
    const medianMs = openMs.toSorted((one, other) => one - other)[10] ?? 0;
    const allMs = performance.now() - beganMs;
    console.log(
      `mock: first ${firstMs.toFixed(0)} ms, median ${medianMs.toFixed(0)} ms, all ${allMs.toFixed(0)} ms`,
    );
    expect(medianMs).toBeLessThanOrEqual(300);
    expect(allMs).toBeLessThanOrEqual(5_000);
  });
});

test("the bundle weighs at most 500 kB compressed, and imports the reader of codes alone", async () => {
  const bytes = await readFile(new URL("../dist/index.js", import.meta.url));
  const compressed = gzipSync(bytes, { level: 9 }).length;
  console.log(`mock: ${compressed} bytes compressed, without the reader of codes`);
  expect(compressed).toBeLessThanOrEqual(500_000);
  const imports = bytes.toString().matchAll(/(?:\bfrom ?|\bimport ?\(?)"([^",]+)"/g);
  expect([...imports].map(([, name]) => name)).toEqual(["./read-code.js"]);
});

test("the bundle keeps every claim of every document on a port", async () => {
  const broker = await startBroker({ speed: 0 });
  const { failing } = await askEveryClaim(broker, openWire(new URL(broker.url), { timeoutMs: 20_000 }));
  await broker.close();
  expect(failing).toEqual([]);
});
