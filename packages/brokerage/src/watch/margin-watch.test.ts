import { expect, test } from "vitest";
import { listNotifications } from "../accounts/notifications.ts";
import { closeHolding, markClosing, setPosition } from "../accounts/positions.ts";
import { setCover } from "../covers/set-cover.ts";
import { setHolidays } from "../settings/set-holidays.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { byLan, confirmed } from "../testing/plan-services.ts";
import { examplesRates, planHeld, planWatch, sessionMs, statusOf, tradeOf } from "../testing/plan-watch.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const calledOnce = ["MarginCall/A/FPT/1/0"];
const calledAndForced = ["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"];

test("a price below the call rate calls once, and a price at it does not", async () => {
  const { tick, told } = await planHeld();
  await tick(83_400_000n);
  expect(told()).toEqual([]);
  await tick(83_300_000n);
  expect(told()).toEqual(calledOnce);
  await tick(83_200_000n);
  expect(told()).toEqual(calledOnce);
});

test("the notification has the position, its mark and the amount that ends the call, to the last dong", async () => {
  const { tick, services } = await planHeld();
  await tick(80_000_000n);
  const [first] = await listNotifications(services, "user-of-A", { limit: 1, offset: 0 });
  expect(first).toMatchObject({
    type: "MarginCall",
    topic: "accounts/A/risk",
    data: {
      accountId: "A",
      symbol: "FPT",
      amountVnd: 2_000_000n,
      position: { markPrice: 80_000_000n, markAtMs: sessionMs, dealRatio: 375_000n, neededVnd: 2_000_000n },
      account: { maintenanceMarginVnd: 40_000_000n, tradingPowerVnd: 20_000_000n },
    },
  });
});

test("a gap through both thresholds notifies both, the call first", async () => {
  const { tick, told } = await planHeld();
  await tick(70_000_000n);
  expect(told()).toEqual(calledAndForced);
});

test("a call continues until the ratio is a tenth above the call rate, and the next one has its own number", async () => {
  const { tick, told } = await planHeld();
  await tick(83_000_000n);
  await tick(89_200_000n);
  await tick(83_000_000n);
  expect(told()).toEqual(calledOnce);
  await tick(89_300_000n);
  await tick(83_000_000n);
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/2/0"]);
});

test("notifies a force close once per episode, however the price moves", async () => {
  const { tick, told } = await planHeld();
  for (const price of [80_000_000n, 71_000_000n, 75_000_000n, 71_000_000n]) await tick(price);
  expect(told()).toEqual(calledAndForced);
});

test("a rising price calls a short position", async () => {
  const world = await planWatch();
  await world.hold("S", -1_000n);
  const { hear, turn } = await world.begin("one");
  await turn();
  await hear(world.trade(107_100_000n));
  expect(world.told()).toEqual([]);
  await hear(world.trade(107_200_000n));
  expect(world.told()).toEqual(["MarginCall/S/FPT/1/0"]);
});

test.for([
  ["in the lunch break", "2026-11-16T12:00:00+07:00"],
  ["of more than 15 minutes after the close", "2026-11-16T15:00:00.001+07:00"],
  ["on a Sunday", "2026-11-15T10:00:00+07:00"],
] as const)("a price of the feed %s judges nothing until its exchange trades again", async ([, time]) => {
  const { tick, told } = await planHeld(Date.parse(time));
  await tick(80_000_000n);
  expect(told()).toEqual([]);
});

test("judges a price of the lunch break when trading resumes, without another price", async () => {
  const { tick, turn, clock, told, hear } = await planHeld(Date.parse("2026-11-16T11:30:00+07:00"));
  await tick(80_000_000n);
  clock.nowMs = Date.parse("2026-11-16T13:00:00+07:00");
  await turn();
  expect(told()).toEqual([]);
  await hear({ kind: "heartbeat", atMs: clock.nowMs });
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("judges nothing on a listed holiday", async () => {
  const { tick, turn, services, told } = await planHeld();
  await setHolidays(services, ["2026-11-16"]);
  await turn();
  await tick(80_000_000n);
  expect(told()).toEqual([]);
});

test("judges nothing today by a price of yesterday", async () => {
  const { hear, turn, told, clock } = await planHeld(Date.parse("2026-11-16T08:00:00+07:00"));
  const yesterday = sessionMs - 24 * hourMs;
  await hear(tradeOf("FPT", 80_000_000n, yesterday));
  clock.nowMs = sessionMs;
  await hear({ kind: "heartbeat", atMs: clock.nowMs });
  await turn();
  expect(told()).toEqual([]);
});

test("calls by the reference price of a day without a trade, once its session begins", async () => {
  const { hear, turn, told, clock } = await planHeld(Date.parse("2026-11-16T08:00:00+07:00"));
  const day = {
    kind: "day",
    symbol: "FPT",
    seq: 1,
    date: "2026-11-16",
    referencePrice: 80_000_000n,
  } as const;
  await hear({ ...day, atMs: clock.nowMs });
  await turn();
  expect(told()).toEqual([]);
  clock.nowMs = sessionMs;
  await hear({ kind: "heartbeat", atMs: clock.nowMs });
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("calls nobody on a symbol that the store knows to be halted", async () => {
  const { tick, turn, told, memory, clock } = await planHeld();
  const quote = (isHalted: boolean) => ({
    ...{ symbol: "FPT", atMs: clock.nowMs, seq: 1 },
    day: JSON.stringify({ date: "2026-11-16", referencePrice: "100000000", isHalted }),
    snapshot: "{}",
  });
  await memory.saveQuotes([quote(true)], { nowMs: clock.nowMs });
  await tick(80_000_000n);
  expect(told()).toEqual([]);
  clock.nowMs += 2_000;
  await memory.saveQuotes([quote(false)], { nowMs: clock.nowMs });
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("judges a halted symbol by its last price only after it resumes", async () => {
  const { hear, turn, tick, told } = await planHeld();
  await hear(statusOf("FPT", true));
  await tick(80_000_000n);
  await turn();
  expect(told()).toEqual([]);
  await hear(statusOf("FPT", false));
  expect(told()).toEqual(calledOnce);
});

test("judges a price set by hand immediately, at any hour", async () => {
  const { services, turn, told } = await planHeld(Date.parse("2026-11-15T22:00:00+07:00"));
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("judges changed rates immediately, at any hour, by the current mark", async () => {
  const { services, tick, turn, clock, told } = await planHeld();
  await tick(84_000_000n);
  clock.nowMs = Date.parse("2026-11-16T22:00:00+07:00");
  await setRates(services, {
    level: "symbol",
    name: "FPT",
    rates: { ...examplesRates, marginCallRate: 450_000n },
  });
  await turn();
  expect(told()).toEqual(calledOnce);
  await setRates(services, {
    level: "symbol",
    name: "FPT",
    isConfirmed: true,
    rates: { ...examplesRates, marginCallRate: 0n, forceCloseRate: 0n },
  });
  await turn();
  const state = await services.store.readAccount({ userId: "user-of-A", accountId: "A" });
  expect(state?.episodes).toMatchObject([{ number: 1n, isOpen: false }]);
});

test("rates of one symbol do not judge another that waits for its session", async () => {
  const { services, hear, turn, told, clock } = await planHeld(Date.parse("2026-11-16T12:00:00+07:00"));
  const entry = { quantity: 1_000n, price: 100_000_000n };
  await setPosition(services, { userId: "user-of-A", accountId: "A", symbol: "VNM" }, entry);
  await turn();
  await hear(tradeOf("VNM", 80_000_000n, clock.nowMs));
  await hear(tradeOf("FPT", 80_000_000n, clock.nowMs));
  clock.nowMs += 1_000;
  const rates = { ...examplesRates, marginCallRate: 450_000n };
  await setRates(services, { level: "symbol", name: "FPT", rates });
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("a doubtful price begins and ends no call and lowers no cover in a session until it is confirmed", async () => {
  const world = await planWatch();
  await world.hold("A");
  const doubtful = new Set(["FPT"]);
  const isDoubtful = (symbol: string) => doubtful.has(symbol);
  const { services, hear, turn } = await world.begin("one", { isDoubtful });
  await turn();
  const cover = (amountVnd: bigint) =>
    setCover(services, {
      userId: "user-of-A",
      accountId: "A",
      symbol: "FPT",
      amountVnd,
      actor: { kind: "user", name: "user-of-A" },
      requestId: "r",
    });
  await hear(world.trade(100_000_000n));
  expect(await cover(2_000_000n)).toMatchObject({ status: "success" });
  expect(await cover(0n)).toMatchObject({ status: "failed", message: expect.stringContaining("too old") });
  await hear(world.trade(70_000_000n));
  await turn();
  expect(world.told()).toEqual([]);
  doubtful.clear();
  await turn();
  expect(world.told()).toEqual(calledOnce);
  doubtful.add("FPT");
  await hear(world.trade(100_000_000n));
  await turn();
  await hear(world.trade(70_000_000n));
  doubtful.clear();
  await turn();
  expect(world.told()).toEqual(calledOnce);
});

test("a cover that reaches the call rate ends the call, and the position waits for the next price", async () => {
  const { services, tick, turn, told } = await planHeld();
  await tick(80_000_000n);
  const answer = await setCover(services, {
    userId: "user-of-A",
    accountId: "A",
    symbol: "FPT",
    amountVnd: 2_000_000n,
    actor: { kind: "user", name: "user-of-A" },
    requestId: "r",
  });
  expect(answer).toMatchObject({ status: "success" });
  await turn();
  await tick(80_000_000n);
  expect(told()).toEqual(calledOnce);
  await tick(79_900_000n);
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/2/0"]);
});

test("does not watch a closed position", async () => {
  const { services, watch, tick, turn, told } = await planHeld();
  await closeHolding(
    services,
    { userId: "user-of-A", accountId: "A", symbol: "FPT" },
    90_000_000n,
    confirmed,
  );
  await turn();
  expect(watch.counts().positionCount).toBe(0);
  await tick(50_000_000n);
  expect(told()).toEqual([]);
});

test("neither calls nor reminds for a closing position, and keeps earlier notifications", async () => {
  const { services, tick, turn, clock, told, watch } = await planHeld(
    Date.parse("2026-11-16T09:30:00+07:00"),
  );
  const key = { userId: "user-of-A", accountId: "A", symbol: "FPT" };
  await setPosition(services, { ...key, symbol: "VNM" }, { quantity: 1_000n, price: 100_000_000n });
  await setPrice(services, { isConfirmed: true, symbol: "VNM", price: 70_000_000n });
  await markClosing(services, { ...key, symbol: "VNM" }, true, byLan);
  await tick(80_000_000n);
  await markClosing(services, key, true, byLan);
  await turn();
  expect(told()).toEqual(calledOnce);
  const before = watch.counts().evaluatedCount;
  clock.nowMs = Date.parse("2026-11-16T10:31:00+07:00");
  for (const price of [70_000_000n, 100_000_000n, 70_000_000n]) await tick(price);
  await turn();
  expect([told(), watch.counts().evaluatedCount]).toEqual([calledOnce, before]);
  expect((await services.store.readAccount(key))?.episodes).toMatchObject([{ symbol: "FPT", isOpen: true }]);
  await closeHolding(services, key, 70_000_000n, confirmed);
  expect((await services.store.readAccount(key))?.episodes).toMatchObject([{ symbol: "FPT", isOpen: false }]);
});

test("reminds after each full hour of trading and skips missed reminders", async () => {
  const { tick, turn, hear, clock, told } = await planHeld(Date.parse("2026-11-16T09:30:00+07:00"));
  await tick(80_000_000n);
  const at = async (time: string): Promise<void> => {
    clock.nowMs = Date.parse(`2026-11-16T${time}+07:00`);
    await hear({ kind: "heartbeat", atMs: clock.nowMs });
    await turn();
  };
  await at("10:29:59");
  expect(told()).toEqual(calledOnce);
  await at("10:30:00");
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/1/1"]);
  // Two hours of trading have passed at 11:30, three at 14:00.
  await at("14:10:00");
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/1/1", "MarginCall/A/FPT/1/3"]);
});

test("sends no reminder at night for an hour that ended without a watcher", async () => {
  const { tick, turn, clock, told } = await planHeld(Date.parse("2026-11-16T09:30:00+07:00"));
  await tick(80_000_000n);
  clock.nowMs = Date.parse("2026-11-16T22:00:00+07:00");
  await turn();
  expect(told()).toEqual(calledOnce);
  // Three hours and three quarters have traded by then. The fourth ends the next day.
  clock.nowMs = Date.parse("2026-11-17T09:15:00+07:00");
  await turn();
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/1/4"]);
});

test("sends no reminder while the ratio is at or above the call rate", async () => {
  const { tick, turn, clock, told } = await planHeld(Date.parse("2026-11-16T09:30:00+07:00"));
  await tick(80_000_000n);
  await tick(85_000_000n);
  clock.nowMs += hourMs;
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("ignores an untradable price and the price of an unlisted symbol", async () => {
  const { hear, told, watch } = await planHeld();
  const atMs = sessionMs;
  await hear(tradeOf("FPT", 80_050_000n, atMs));
  await hear(tradeOf("FPT", -80_000_000n, atMs));
  await hear(tradeOf("NONE", 1n, atMs));
  expect(told()).toEqual([]);
  expect(watch.counts().evaluatedCount).toBe(0);
});

test("judges an exchange that trades at any hour also at night, and reminds by the clock", async () => {
  const world = await planWatch(Date.parse("2026-11-15T22:00:00+07:00"));
  await world.hold("A");
  const { hear, turn } = await world.begin("one", { isAlwaysTrading: true });
  await turn();
  await hear(world.trade(80_000_000n));
  expect(world.told()).toEqual(calledOnce);
  for (let minutes = 0; minutes < 60; minutes += 1) {
    world.clock.nowMs += minuteMs - 1;
    await turn();
    await turn();
  }
  expect(world.told()).toEqual(calledOnce);
  world.clock.nowMs += 60;
  await turn();
  expect(world.told()).toEqual([...calledOnce, "MarginCall/A/FPT/1/1"]);
});

test("a holiday that is listed later postpones the reminder it delays", async () => {
  const { tick, turn, clock, services, told } = await planHeld(Date.parse("2026-11-16T14:15:00+07:00"));
  await tick(80_000_000n);
  await setHolidays(services, ["2026-11-17"]);
  await turn();
  clock.nowMs = Date.parse("2026-11-17T09:30:00+07:00");
  await turn();
  await turn();
  expect(told()).toEqual(calledOnce);
  clock.nowMs = Date.parse("2026-11-18T09:30:00+07:00");
  await turn();
  await turn();
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/1/1"]);
});

test.each(["in the same process", "after a restart", "by the clock of another process"] as const)(
  "tells one fall just before the time that a wrong clock gave a price, %s",
  async (where) => {
    const world = await planHeld();
    const { clock, memory, told, begin } = world;
    let { turn, hear, services } = world;
    clock.nowMs += 600_000;
    await hear(world.trade(83_000_000n));
    await turn();
    expect(told()).toEqual(calledOnce);
    const judged = () => memory.accounts.get("A")?.positions.get("FPT")?.decisionPrice;
    expect([judged()?.atMs, memory.marks.get("FPT")?.atMs]).toEqual([clock.nowMs, clock.nowMs]);
    if (where !== "in the same process") await world.watch.stop();
    clock.nowMs = sessionMs + 5_000;
    // A price that causes no notification. After a restart there is no price.
    if (where === "in the same process") await hear(world.trade(82_900_000n));
    else ({ turn, hear, services } = await begin("two"));
    await turn();
    await turn();
    const known = where === "in the same process" ? clock.nowMs : 0;
    expect([judged()?.atMs, memory.marks.get("FPT")?.atMs]).toEqual([known, known]);
    expect(services.marks.aheadCount()).toBe(2);
    const { version } = memory.accounts.get("A")?.account ?? {};
    await turn();
    expect(memory.accounts.get("A")?.account.version).toBe(version);
    clock.nowMs = sessionMs + 570_000;
    await turn();
    await hear(world.trade(70_000_000n));
    expect(told()).toEqual(calledAndForced);
  },
);
