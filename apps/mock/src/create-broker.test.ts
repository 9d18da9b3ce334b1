import { expect, onTestFinished, test, vi } from "vitest";
import type { Broker, BrokerOptions } from "./broker.ts";
import { createBroker } from "./create-broker.ts";

/** A broker whose clock stands until it is moved, with a call by a user. */
async function plan(options: BrokerOptions = {}) {
  const clock = { nowMs: Date.parse("2026-11-18T10:00:00+07:00") };
  const broker = await createBroker({ now: () => clock.nowMs, ...options });
  const ask = async (path: string, init: RequestInit = {}, ...[role]: Parameters<Broker["user"]>[1][]) => {
    const token = await broker.user("demo", role);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return broker.fetch(path, { ...init, headers: { ...headers, ...init.headers } });
  };
  return { broker, clock, ask };
}

const ratio = "/api/v1/diagnostics/margin-ratios/FPT";
const cover = "/api/v1/users/covered-margin-call";

test("a price moves by a percentage, down to its step and within the band of the day", async () => {
  const { broker, ask } = await plan({ speed: 0 });
  const priceOf = async (symbol: string) => {
    const { positions } = await (await ask("/companion/v0/accounts/888C000018")).json();
    return positions.find((each: { symbol: string }) => each.symbol === symbol).price;
  };
  expect(await priceOf("SHS")).toBe(13_700);
  await broker.market.move("SHS", 1.5);
  expect(await priceOf("SHS")).toBe(13_900);
  await broker.market.move("SHS", -50);
  expect(await priceOf("SHS")).toBe(12_400);
  await expect(broker.market.move("NONE", 1)).rejects.toThrow("There is no instrument NONE.");
  for (const percent of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -100, -250]) {
    await expect(broker.market.move("SHS", percent)).rejects.toThrow(
      new RangeError(`A price can't move by ${percent} %: give a number above -100.`),
    );
  }
});

test("the whole market may fall, which the users and the desk see at once", async () => {
  const { broker, ask } = await plan({ speed: 0 });
  const forced = async () => (await (await ask("/operator/v0/calls", {}, "viewer")).json()).counts.forceClose;
  const unread = async () => (await (await ask("/companion/v0/notifications/count")).json()).unread;
  const [forcedBefore, unreadBefore] = [await forced(), await unread()];
  await broker.market.move("*", -7);
  expect(await forced()).toBeGreaterThan(forcedBefore);
  expect(await unread()).toBeGreaterThan(unreadBefore);
  const { positions } = await (await ask("/companion/v0/accounts/888C000017")).json();
  expect(positions[0]).toMatchObject({ symbol: "FPT", price: 74_400, state: "called" });
  const body = JSON.stringify({ accountId: "888C000017", symbol: "FPT", amount: positions[0].amountNeeded });
  const covered = await ask(cover, { method: "PATCH", body });
  expect(await covered.json()).toMatchObject({ status: "success" });
  const after = await (await ask("/companion/v0/accounts/888C000017")).json();
  expect(after.positions[0]).toMatchObject({ state: "healthy", outstanding: 0 });
});

test("the same seed and the same times give the same prices, and another seed others", async () => {
  const play = async (seed: number) => {
    const { broker, clock, ask } = await plan({ seed });
    const seen: unknown[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      clock.nowMs += 500;
      seen.push(await (await ask("/companion/v0/accounts/888C000048")).json());
    }
    await broker.close();
    return JSON.stringify(seen);
  };
  const [one, again, other] = [await play(7), await play(7), await play(8)];
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

test("an operation fails as ordered, with the documented body, and only so often", async () => {
  const { broker, ask } = await plan();
  broker.fail("getMarginRatio", 503, { times: 2 });
  const answers = [await ask(ratio), await ask("/companion/v0/accounts"), await ask(ratio), await ask(ratio)];
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 503, 200]);
  expect(answers[0]?.headers.get("retry-after")).toBe("1");
  expect(await answers[0]?.json()).toMatchObject({ error: "unavailable", status: 503 });
  broker.fail("companion.getAccount", 429);
  for (let times = 0; times < 3; times += 1)
    expect((await ask("/companion/v0/accounts/888C000017")).status).toBe(429);
  expect(() => broker.fail("getAccount", 500)).toThrow("There is no operation getAccount; there are ");
  for (const status of [999, 200, Number.NaN]) {
    expect(() => broker.fail("getMarginRatio", status as 500)).toThrow(
      new RangeError(
        `${status} is no status that can fail; there are 401, 403, 404, 408, 429, 500, 501, 503.`,
      ),
    );
  }
});

test("answers come late as ordered, and a call that is given up rejects at once", async () => {
  const { broker, ask } = await plan();
  broker.delay(60_000);
  broker.delay(0, "getMarginRatio");
  expect((await ask(ratio)).status).toBe(200);
  const began = performance.now();
  await expect(ask("/api/v1/notifications", { signal: AbortSignal.timeout(20) })).rejects.toThrow("timeout");
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("a stream brings prices as they move, and ends when its reader leaves or the broker closes", async () => {
  const { broker, clock } = await plan({ speed: 0 });
  const open = (signal?: AbortSignal) =>
    broker.fetch("/companion/v0/live?symbols=FPT", { ...(signal && { signal }) });
  const leaving = new AbortController();
  const left = (await open(leaving.signal)).text();
  leaving.abort();
  await expect(left).rejects.toThrow("abort");
  const stream = await open();
  const text = stream.text();
  // A symbol is sent at most ten times a second of the broker's clock.
  clock.nowMs += 100;
  await broker.market.move("FPT", -1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await broker.close();
  expect(await text).toMatch(/event: hello[\s\S]*"lsPrc":79200[\s\S]*event: bye\ndata: {"reason":"restart"}/);
  await expect(open()).rejects.toThrow("The broker is closed.");
});

test("a card says what was decided, and is not read in Node otherwise", async () => {
  const { broker, ask } = await plan();
  const read = async () => {
    const frontImage =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    return ask("/api/v2/chat/api/id-card", { method: "POST", body: JSON.stringify({ frontImage }) });
  };
  expect((await read()).status).toBe(503);
  const fields = {
    idNumber: "001204000017",
    fullName: "TRẦN MINH KHÔI",
    dateOfBirth: "17/03/2004",
    sex: "Nam",
  } as const;
  broker.card(fields);
  expect(await (await read()).json()).toMatchObject({ success: true, data: fields });
  broker.card({ fullName: "TRẦN MINH KHÔI" });
  expect(await (await read()).json()).toMatchObject({
    success: false,
    error: expect.stringContaining("idNumber"),
  });
  broker.card(undefined);
  expect((await read()).status).toBe(503);
});

test("two brokers share nothing", async () => {
  const [one, other] = [await plan(), await plan()];
  const token = await one.broker.user("demo");
  const headers = { authorization: `Bearer ${token}` };
  expect((await one.broker.fetch("/companion/v0/accounts", { headers })).status).toBe(200);
  expect((await other.broker.fetch("/companion/v0/accounts", { headers })).status).toBe(401);
});

test("a broker opens, answers and moves prices while a test holds timers and the clock still", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-18T10:00:00+07:00") });
  onTestFinished(() => void vi.useRealTimers());
  const broker = await createBroker();
  const authorization = `Bearer ${await broker.user("demo")}`;
  const account = async () =>
    (await broker.fetch("/companion/v0/accounts/888C000017", { headers: { authorization } })).json();
  const before = await account();
  vi.advanceTimersByTime(60_000);
  await broker.market.move("*", -7);
  expect((await account()).outstanding).toBeGreaterThan(before.outstanding);
  await broker.close();
});
