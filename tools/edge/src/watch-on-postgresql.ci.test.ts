import { makeKey, publicKeysOf, signToken } from "@trading-oms/access";
import { moveCash, openAccount, setCover, setPosition, setPrice } from "@trading-oms/brokerage";
import { makeDatabase, releaseDatabase, runSql } from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadMarket, makeServices } from "./market.ts";
import { startEdge } from "./start-edge.ts";

const accountOf = (index: number) => ({ userId: `u-${index}`, accountId: `A-${index}` });

/** Opens a number of positions that are called at 80,000, on a PostgreSQL that Workers serve and watch. */
async function startWithPositions(count: number) {
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  const signingKey = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const texts = { AUTH_JWKS: JSON.stringify(publicKeysOf({ keys: [signingKey] })) };
  const logged: Record<string, unknown>[] = [];
  const hear = (line: string) => void logged.push(line.startsWith("{") ? JSON.parse(line) : { line });
  const edge = await startEdge({ texts, port: 0, databaseUrl: url, watchesPostgresql: true, hear });
  onTestFinished(edge.stop);
  const store = await openPostgresqlStore({ url });
  onTestFinished(() => store.close());
  const services = makeServices(store);
  await loadMarket(services);
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  for (let index = 0; index < count; index += 1) {
    const key = accountOf(index);
    await openAccount(services, key);
    await moveCash(services, { key, kind: "deposit", amountVnd: 100_000_000n, movementId: `TX-${index}` });
    await setPosition(services, { ...key, symbol: "FPT" }, { quantity: 1_000n, price: 100_000_000n });
  }
  const listCalls = async (index: number) => {
    const { userId } = accountOf(index);
    const order = { key: signingKey, userId, ttlMs: 60_000, now: () => Date.now() };
    const token = await signToken({ ...order, issuer: "trading-oms", audience: "trading-oms" });
    const answer = await fetch(`${edge.url}/api/v1/notifications`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { notifications } = (await answer.json()) as { notifications: Record<string, unknown>[] };
    return notifications.filter(({ type }) => type !== "Deposit");
  };
  const watched = () =>
    logged.filter(({ event }) => event === "watch round finished").map(({ told }) => told);
  const countConnections = async () => {
    const name = new URL(url).pathname.slice(1);
    const sql = `select count(*)::int as count from pg_stat_activity where datname = '${name}' and application_name <> 'psql'`;
    return Number((await runSql(url, sql))[0]?.["count"]);
  };
  return { edge, services, listCalls, watched, logged, countConnections };
}

describe("The Worker that watches a PostgreSQL", { timeout: 120_000 }, () => {
  test("notifies each account once when a price falls below its trigger, however often and by however many it is woken", async () => {
    const { edge, services, listCalls, watched, logged } = await startWithPositions(12);
    await edge.watch();
    expect(await listCalls(0)).toEqual([]);
    await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
    await edge.watch();
    await edge.watch();
    await Promise.all([edge.watch(), edge.watch()]);
    for (let index = 0; index < 12; index += 1) {
      expect(await listCalls(index)).toMatchObject([
        {
          type: "MarginCall",
          message_id: `MarginCall/A-${index}/FPT/1/0`,
          data: { amount: 2_000_000 },
        },
      ]);
    }
    await expect.poll(watched, { timeout: 20_000 }).toEqual([0, 12, 0, 0, 0]);
    expect(logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("releases its shards and connections, so that another watcher continues at once", async () => {
    const { edge, services, countConnections } = await startWithPositions(1);
    const before = await countConnections();
    await edge.watch();
    await edge.sweep();
    await expect.poll(countConnections, { timeout: 5_000 }).toBe(before);
    const { leases } = await services.store.readRota();
    expect(leases.every(({ untilMs }) => untilMs <= Date.now())).toBe(true);
    expect(leases).toHaveLength(64);
  });

  test("removes an expired outcome at night, and keeps a younger one", async () => {
    const { edge, services } = await startWithPositions(1);
    const cover = async (idempotencyKey: string, ageMs: number) => {
      const key = accountOf(0);
      const order = { ...key, symbol: "FPT", amountVnd: 0n, requestId: "r" };
      const actor = { kind: "user", name: key.userId } as const;
      const idempotency = { key: idempotencyKey, fingerprint: "f" };
      await setCover({ ...services, now: () => Date.now() - ageMs }, { ...order, actor, idempotency });
      return async () => (await services.store.readOutcome(key.userId, idempotencyKey)) !== undefined;
    };
    const isOldKept = await cover("old", 31 * 86_400_000);
    const isYoungKept = await cover("young", 29 * 86_400_000);
    await edge.watch();
    expect([await isOldKept(), await isYoungKept()]).toEqual([true, true]);
    await edge.sweep();
    expect([await isOldKept(), await isYoungKept()]).toEqual([false, true]);
  });

  test("fails if PostgreSQL is down, without logging its password", async () => {
    const lines: string[] = [];
    const edge = await startEdge({
      texts: { AUTH_JWKS: '{"keys":[]}' },
      port: 0,
      databaseUrl: "postgres://oms:hunter2@127.0.0.1:1/oms",
      watchesPostgresql: true,
      hear: (line) => void lines.push(line),
    });
    onTestFinished(edge.stop);
    await expect(edge.watch()).rejects.toThrow("trading-oms-watch ended with exception.");
    await expect.poll(() => lines.join(""), { timeout: 20_000 }).toContain("store check failed");
    expect(lines.join("")).not.toContain("hunter2");
  });
});
