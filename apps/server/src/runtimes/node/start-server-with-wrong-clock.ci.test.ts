import { makeDatabase, releaseDatabase } from "@trading-oms/scratch";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../testing/make-folder.ts";
import { startBuiltServer } from "../../testing/start-built-server.ts";

const preload = new URL("../../testing/wrong-clock.ts", import.meta.url).href;

/** Two servers on one database, the second with a clock that is wrong. */
async function planServers(wrongMs: number, settings: Readonly<Record<string, string>> = {}) {
  const folder = await makeFolder();
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  const shared = { DATA_DIR: folder, DATABASE_URL: url, DEMONSTRATION: "on" };
  const right = await startBuiltServer(shared);
  const shardsOf = async ({ origin }: { readonly origin: string }): Promise<number> => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    return Number(/^oms_watch_shards (\d+)$/m.exec(text)?.[1]);
  };
  await vi.waitFor(async () => expect(await shardsOf(right)).toBe(64), { timeout: 20_000 });
  const wrong = await startBuiltServer({
    ...shared,
    NODE_OPTIONS: `--import=${preload}`,
    WRONG_CLOCK_MS: String(wrongMs),
    ...settings,
  });
  const readinessOf = async ({ origin }: { readonly origin: string }) => {
    const response = await fetch(`${origin}/readyz`);
    return { status: response.status, body: await response.json() };
  };
  return { right, wrong, shardsOf, readinessOf };
}

test.each([-3_600_000, 10_000])(
  "a server whose clock is wrong by %i ms is not ready, takes no shard, and is ready again without a hand",
  async (wrongMs) => {
    const { right, wrong, shardsOf, readinessOf } = await planServers(wrongMs);
    await vi.waitFor(() => expect(wrong.written()).toContain("clock differs from the database's"), {
      timeout: 20_000,
    });
    const untilMs = performance.now() + 7_000;
    while (performance.now() < untilMs) {
      expect([await shardsOf(right), await shardsOf(wrong)]).toEqual([64, 0]);
      expect(await readinessOf(wrong)).toMatchObject({ status: 503, body: { checks: { clock: false } } });
      expect(await readinessOf(right)).toMatchObject({ status: 200, body: { checks: { clock: true } } });
      await new Promise((settle) => setTimeout(settle, 250));
    }
    wrong.signal("SIGUSR2");
    await vi.waitFor(async () => expect(await readinessOf(wrong)).toMatchObject({ status: 200 }), {
      timeout: 20_000,
      interval: 100,
    });
    await vi.waitFor(async () => expect([await shardsOf(right), await shardsOf(wrong)]).toEqual([32, 32]), {
      timeout: 20_000,
      interval: 100,
    });
  },
);

test("a clock that goes back by an hour while the server runs gives its shards to the others", async () => {
  const { right, wrong, shardsOf, readinessOf } = await planServers(-3_600_000, { STARTS_RIGHT: "1" });
  await vi.waitFor(async () => expect([await shardsOf(right), await shardsOf(wrong)]).toEqual([32, 32]), {
    timeout: 20_000,
    interval: 100,
  });
  wrong.signal("SIGUSR2");
  await vi.waitFor(async () => expect([await shardsOf(right), await shardsOf(wrong)]).toEqual([64, 0]), {
    timeout: 20_000,
    interval: 100,
  });
  expect(await readinessOf(wrong)).toMatchObject({ status: 503 });
});
