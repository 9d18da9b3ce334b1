import { readFile } from "node:fs/promises";
import { makeKey, publicKeysOf, signToken } from "@trading-oms/access";
import { moveCash, openAccount, setCover, setPosition, setPrice } from "@trading-oms/brokerage";
import { expect, onTestFinished, test } from "vitest";
import { loadMarket, makeServices } from "./market.ts";
import { startEdge } from "./start-edge.ts";

const guide = new URL("../../../docs/operating.md", import.meta.url);
const key = { userId: "u-1", accountId: "888C000017" };

/** Opens a position that is called at 80,000, at a price of 90,000. */
async function startWithPosition() {
  const signingKey = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const texts = { AUTH_JWKS: JSON.stringify(publicKeysOf({ keys: [signingKey] })) };
  const logged: Record<string, unknown>[] = [];
  const edge = await startEdge({ texts, port: 0, hear: (line) => void logged.push(JSON.parse(line)) });
  onTestFinished(edge.stop);
  const services = makeServices(await edge.openStore());
  await loadMarket(services);
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 100_000_000n, movementId: "TX-1" });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  const position = await setPosition(
    services,
    { ...key, symbol: "FPT" },
    { quantity: 1_000n, price: 100_000_000n },
  );
  expect(position).toMatchObject({ kind: "done" });
  const order = { key: signingKey, userId: "u-1", ttlMs: 60_000, now: () => Date.now() };
  const token = await signToken({ ...order, issuer: "trading-oms", audience: "trading-oms" });
  const listCalls = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${edge.url}/api/v1/notifications`, { headers });
    const { notifications } = (await answer.json()) as { notifications: Record<string, unknown>[] };
    return notifications.filter(({ type }) => type !== "Deposit");
  };
  const watched = () =>
    logged.filter(({ event }) => event === "watch round finished").map(({ told }) => told);
  return { edge, services, listCalls, watched };
}

test("notifies once when a price falls below a trigger, however often the Worker is woken", async () => {
  const { edge, services, listCalls, watched } = await startWithPosition();
  await edge.watch();
  expect(await listCalls()).toEqual([]);
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  await edge.watch();
  const told = [
    { type: "MarginCall", message_id: "MarginCall/888C000017/FPT/1/0", data: { amount: 2_000_000 } },
  ];
  expect(await listCalls()).toMatchObject(told);
  await edge.watch();
  await Promise.all([edge.watch(), edge.watch()]);
  expect(await listCalls()).toMatchObject(told);
  await expect.poll(watched, { timeout: 20_000 }).toEqual([0, 1, 0, 0, 0]);
});

test("judges the price that the guide sets by hand in the next minute", async () => {
  const { edge, listCalls } = await startWithPosition();
  const sql = /```sql\n(.*?)```/s.exec(await readFile(guide, "utf8"))?.[1] ?? "";
  const database = await edge.miniflare.getD1Database("DB");
  const statements = sql.split(";\n").filter((statement) => statement.trim() !== "");
  await database.batch(statements.map((statement) => database.prepare(statement)));
  await edge.watch();
  expect(await listCalls()).toMatchObject([{ data: { symbol: "FPT", position: { price: 79_000 } } }]);
});

test("removes an expired outcome at night, and keeps a younger one", async () => {
  const { edge, services } = await startWithPosition();
  const cover = async (idempotencyKey: string, ageMs: number) => {
    const idempotency = { key: idempotencyKey, fingerprint: "f" };
    const order = {
      ...key,
      symbol: "FPT",
      amountVnd: 0n,
      actor: { kind: "user", name: "u-1" },
      requestId: "r",
    } as const;
    await setCover({ ...services, now: () => Date.now() - ageMs }, { ...order, idempotency });
    return async () => (await services.store.readOutcome(key.userId, idempotencyKey)) !== undefined;
  };
  const isOldKept = await cover("old", 31 * 86_400_000);
  const isYoungKept = await cover("young", 29 * 86_400_000);
  expect([await isOldKept(), await isYoungKept()]).toEqual([true, true]);
  await edge.watch();
  expect(await isOldKept()).toBe(true);
  await edge.sweep();
  expect([await isOldKept(), await isYoungKept()]).toEqual([false, true]);
});
