import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { everyClaim, openWire } from "@trading-oms/conformance";
import { createBroker } from "@trading-oms/mock";
import { startBroker } from "@trading-oms/mock/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askEveryClaim } from "./testing/ask-every-claim.ts";

// First, while nothing is warm yet. Judged by processor time, which on a free machine is what a test waits.
describe("twenty tests on fresh brokers", () => {
  const opened: Took[] = [];
  let lap = startWatch();

  beforeAll(() => {
    lap = startWatch();
  });

  test.each(Array.from({ length: 20 }, (_, index) => index))("test %i", async () => {
    const lapOfOpening = startWatch();
    const broker = await createBroker({ speed: 0 });
    opened.push(lapOfOpening());
    const authorization = `Bearer ${await broker.user("demo")}`;
    await broker.market.move("FPT", -7);
    const response = await broker.fetch("/companion/v0/accounts/888C000017", { headers: { authorization } });
    expect(await response.json()).toMatchObject({ outstanding: 5_360_000 });
    await broker.close();
  });

  afterAll(() => {
    const all = lap();
    const [first] = opened;
    const median = opened.toSorted((one, other) => one.cpuMs - other.cpuMs)[10];
    console.log(`mock: first ${render(first)}, median ${render(median)}, all ${render(all)}`);
    expect(median?.cpuMs).toBeLessThanOrEqual(300);
    expect(all.cpuMs).toBeLessThanOrEqual(5_000);
  });
});

type Took = { readonly ms: number; readonly cpuMs: number };

/** Starts to take the time, also that of this process on a processor. */
function startWatch(): () => Took {
  const [began, usage] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(usage);
    return { ms: performance.now() - began, cpuMs: (user + system) / 1_000 };
  };
}

function render(took: Took | undefined): string {
  return `${took?.ms.toFixed(0)} ms (${took?.cpuMs.toFixed(0)} ms of a processor)`;
}

test("the bundle weighs at most 500 kB compressed, and imports the reader of codes alone", async () => {
  const bytes = await readFile(new URL("../dist/index.js", import.meta.url));
  const compressed = gzipSync(bytes, { level: 9 }).length;
  console.log(`mock: ${compressed} bytes compressed, without the reader of codes`);
  expect(compressed).toBeLessThanOrEqual(500_000);
  const imports = bytes.toString().matchAll(/(?:\bfrom ?|\bimport ?\(?)"([^",]+)"/g);
  expect([...imports].map(([, name]) => name)).toEqual(["./read-code.js"]);
});

test("the bundle keeps every claim of every document on a port", async () => {
  const asked = await askEveryClaim(startBroker, ({ url }) => openWire(new URL(url), { timeoutMs: 20_000 }));
  expect(asked).toEqual({ heldCount: everyClaim.length, failing: [], leftOut: [] });
});
