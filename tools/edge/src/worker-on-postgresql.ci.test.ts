import { makeKey, publicKeysOf, signToken } from "@trading-oms/access";
import { moveCash, openAccount, setPosition, setPrice } from "@trading-oms/brokerage";
import { makeDatabase, releaseDatabase, runSql, startPooler } from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadMarket, makeServices } from "./market.ts";
import { startEdge } from "./start-edge.ts";

const ratioPath = "/api/v1/diagnostics/margin-ratios/FPT";

/** Fewer than the concurrent requests, so that each reuses a connection of others. */
const pooledCount = 4;

async function poolTransactions(url: string): Promise<string> {
  const pooler = await startPooler(url, { connectionCount: pooledCount });
  onTestFinished(pooler.stop);
  return pooler.url;
}

async function startOnPostgresql(goThere: (url: string) => Promise<string>) {
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  const databaseUrl = await goThere(url);
  const key = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const texts = { AUTH_JWKS: JSON.stringify(publicKeysOf({ keys: [key] })) };
  const logged: Record<string, unknown>[] = [];
  const hear = (line: string) => void logged.push(line.startsWith("{") ? JSON.parse(line) : { line });
  const edge = await startEdge({ texts, port: 0, databaseUrl, hear });
  onTestFinished(edge.stop);
  const parties = { issuer: "trading-oms", audience: "trading-oms" };
  const fetchAs = async (userId: string, path: string, body?: unknown) => {
    const token = await signToken({ key, userId, ttlMs: 60_000, ...parties, now: () => Date.now() });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { method: "PATCH", body: JSON.stringify(body) };
    return fetch(edge.url + path, { headers, ...sent });
  };
  const fill = async (work: (services: ReturnType<typeof makeServices>) => Promise<void>) => {
    const store = await openPostgresqlStore({ url });
    await work(makeServices(store)).finally(() => store.close());
  };
  return { url, fetchAs, fill, logged };
}

const ways = [
  { way: "directly", goThere: async (url: string) => url, leftCount: 0 },
  { way: "by a pool of transactions, as Hyperdrive's is", goThere: poolTransactions, leftCount: pooledCount },
] as const;

describe.each(ways)("A Worker that comes $way", ({ goThere, leftCount }) => {
  test("creates the schema of an empty PostgreSQL on the first request, and answers fifty concurrent requests", async () => {
    const { fetchAs, fill, logged } = await startOnPostgresql(goThere);
    expect((await fetchAs("u-1", ratioPath)).status).toBe(404);
    await fill(loadMarket);
    await expect.poll(async () => (await fetchAs("u-1", ratioPath)).status, { timeout: 5_000 }).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => fetchAs(`u-${index}`, ratioPath)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("sets each of several concurrent covers once, and leaves no connection open", async () => {
    const { url, fetchAs, fill } = await startOnPostgresql(goThere);
    const userIds = Array.from({ length: 12 }, (_, index) => `u-${index}`);
    await fill(async (services) => {
      await loadMarket(services);
      await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
      for (const userId of userIds) {
        const key = { userId, accountId: `A-${userId}` };
        await openAccount(services, key);
        await moveCash(services, {
          key,
          kind: "deposit",
          amountVnd: 80_000_000n,
          movementId: `TX-${userId}`,
        });
        await setPosition(services, { ...key, symbol: "FPT" }, { quantity: 1_000n, price: 100_000_000n });
      }
    });
    const path = "/api/v1/users/covered-margin-call";
    const answers = await Promise.all(
      userIds.flatMap((userId) =>
        [2_000_000, 3_000_000].map(async (amount) => {
          const answer = await fetchAs(userId, path, { accountId: `A-${userId}`, symbol: "FPT", amount });
          return (await answer.json()) as { readonly status: string };
        }),
      ),
    );
    // The second request may be too late to lower what the first has set.
    expect(answers.filter(({ status }) => status === "success").length).toBeGreaterThanOrEqual(
      userIds.length,
    );
    await fill(async ({ store }) => {
      for (const userId of userIds) {
        const state = await store.readAccount({ userId, accountId: `A-${userId}` });
        expect([2_000_000n, 3_000_000n]).toContain(state?.positions[0]?.coveredVnd);
      }
    });
    const [database] = new URL(url).pathname.slice(1).split("/");
    const count = `select count(*)::int as count from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`;
    const countLeft = async () => Number((await runSql(url, count))[0]?.["count"]);
    await expect.poll(countLeft, { timeout: 5_000 }).toBeLessThanOrEqual(leftCount);
  });
});

test("answers 503 if PostgreSQL is down, without logging its password", async () => {
  const key = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const logged: string[] = [];
  const edge = await startEdge({
    texts: { AUTH_JWKS: JSON.stringify(publicKeysOf({ keys: [key] })) },
    port: 0,
    databaseUrl: "postgres://oms:hunter2@127.0.0.1:1/oms",
    hear: (line) => void logged.push(line),
  });
  onTestFinished(edge.stop);
  expect((await fetch(`${edge.url}/readyz`)).status).toBe(503);
  expect(logged.join("")).toContain("store check failed");
  expect(logged.join("")).not.toContain("hunter2");
});
