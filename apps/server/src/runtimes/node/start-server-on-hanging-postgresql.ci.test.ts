import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { makeDatabase, releaseDatabase, runSql } from "@trading-oms/scratch";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../testing/make-folder.ts";
import { startBuiltServer } from "../../testing/start-built-server.ts";

const path = "/api/v1/notifications?limit=2";

/** A ready server on PostgreSQL, and requests of the user demo. */
async function planServer(url: string) {
  const folder = await makeFolder();
  const { origin, written } = await startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: url,
    DATABASE_TIMEOUT_MS: "5000",
    DEMONSTRATION: "on",
  });
  await vi.waitFor(() => expect(written()).toContain("TOKEN="), { timeout: 20_000 });
  const [, token = ""] = /TOKEN=(\S+)/.exec(written()) ?? [];
  const ask = async (target = path) => {
    const beganMs = performance.now();
    const response = await fetch(`${origin}${target}`, { headers: { authorization: `Bearer ${token}` } });
    const body = await response.text();
    return { status: response.status, body, tookMs: performance.now() - beganMs };
  };
  const statusOf = async (target?: string) => (await ask(target)).status;
  await vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), { timeout: 20_000 });
  expect(await statusOf()).toBe(200);
  return { ask, statusOf, written };
}

async function planDatabase(): Promise<string> {
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  return url;
}

/** Forwards connections to a database, and swallows what is sent while `isSwallowing`. */
async function startProxy(url: string) {
  const { hostname, port } = new URL(url);
  const state = { isSwallowing: false };
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    const forward = (from: Socket, to: Socket): void => {
      from.on("data", (bytes) => void (state.isSwallowing || to.write(bytes)));
      from.on("error", () => to.destroy()).on("close", () => to.destroy());
    };
    forward(incoming, outgoing);
    forward(outgoing, incoming);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void proxy.close());
  await once(proxy, "listening");
  const address = new URL(url);
  address.port = String((proxy.address() as AddressInfo).port);
  return { url: address.href, state };
}

test("requests for a locked table fail at once after 2 s, which readiness, log and metrics show; others go on", async () => {
  const url = await planDatabase();
  const { ask, statusOf, written } = await planServer(url);
  const locked = runSql(
    url,
    "begin; lock table notification, app_user in access exclusive mode; select pg_sleep(12); commit",
  );
  await wait(300);
  const hanging = ask();
  await wait(3_000);
  expect(await ask("/readyz")).toMatchObject({ status: 503, body: expect.stringContaining('"late"') });
  expect((await ask("/metrics")).body).toMatch(/oms_store_hanging_seconds [23]/);
  expect(written()).toContain('"event":"store call hangs"');
  const rejected = await ask();
  expect({ ...rejected, isQuick: rejected.tookMs < 500 }).toMatchObject({ status: 503, isQuick: true });
  expect(await statusOf("/api/v1/MarketData/GetSymbolSearch/fpt")).toBe(200);
  const failed = await hanging;
  expect({ ...failed, isBounded: failed.tookMs < 6_500 }).toMatchObject({ status: 503, isBounded: true });

  await locked;
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 8_000, interval: 100 });
  await vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), { timeout: 8_000 });
});

test("a PostgreSQL whose packets are swallowed is late after 2 s, and requests end in time", async () => {
  const { url, state } = await startProxy(await planDatabase());
  const { ask, statusOf } = await planServer(url);
  state.isSwallowing = true;
  const hanging = ask();
  await wait(3_000);
  expect(await ask("/readyz")).toMatchObject({ status: 503, body: expect.stringContaining('"late"') });
  const rejected = await ask();
  expect({ ...rejected, isQuick: rejected.tookMs < 500 }).toMatchObject({ status: 503, isQuick: true });
  const failed = await hanging;
  expect({ ...failed, isBounded: failed.tookMs < 7_500 }).toMatchObject({ status: 503, isBounded: true });
  state.isSwallowing = false;
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 15_000, interval: 100 });
  await vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), { timeout: 15_000 });
});

test("a start on a locked table answers probes, and is ready when the table is free", async () => {
  const url = await planDatabase();
  // Creates the tables.
  await planServer(url);
  const locked = runSql(
    url,
    "begin; lock table instrument in access exclusive mode; select pg_sleep(9); commit",
  );
  await wait(300);
  const folder = await makeFolder();
  const { origin } = await startBuiltServer({ DATA_DIR: folder, DATABASE_URL: url, DEMONSTRATION: "on" });
  const statusOf = async (target: string) => (await fetch(`${origin}${target}`)).status;
  expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 503]);
  await locked;
  await vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), { timeout: 15_000 });
});
