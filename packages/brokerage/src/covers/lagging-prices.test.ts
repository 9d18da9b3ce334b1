import { expect, test } from "vitest";
import { readAuditEntry } from "../accounts/audit.ts";
import { moveCash } from "../accounts/cash.ts";
import { setPosition } from "../accounts/positions.ts";
import { setHolidays } from "../settings/set-holidays.ts";
import { setRates } from "../settings/set-rates.ts";
import { examplesRates, planWatch, tradeOf } from "../testing/plan-watch.ts";
import { type CoverOrder, setCover } from "./set-cover.ts";

const key = { userId: "user-of-A", accountId: "A" };
const calledOnce = ["MarginCall/A/FPT/1/0"];

/** 1,000 FPT entered at 100,000 and covered by 1,000,000 at 90,000, in two processes: called below 81,667. */
async function planTwo() {
  const world = await planWatch();
  await world.hold("A");
  const one = await world.begin("one");
  const two = await world.begin("two");
  await one.turn();
  const high = tradeOf("FPT", 90_000_000n, world.clock.nowMs);
  await one.hear(high);
  await two.hear(high);
  const order = (amountVnd: bigint, members: Partial<CoverOrder> = {}): CoverOrder => ({
    ...key,
    symbol: "FPT",
    amountVnd,
    actor: { kind: "user", name: "user-of-A" },
    requestId: `set-${amountVnd}`,
    ...members,
  });
  await setCover(one.services, order(1_000_000n));
  await one.turn();
  world.clock.nowMs += 1_000;
  const kept = () => world.memory.accounts.get("A");
  return {
    ...world,
    one,
    two,
    order,
    judged: () => kept()?.positions.get("FPT")?.decisionPrice,
    episode: () => kept()?.episodes.get("FPT"),
    version: () => kept()?.account.version,
  };
}

test("does not lower a cover on a price older than that of the call, and sends one notification for the fall", async () => {
  const { one, two, order, trade, told } = await planTwo();
  const low = trade(78_000_000n);
  await one.hear(low);
  expect(told()).toEqual(calledOnce);
  expect(await setCover(two.services, order(0n))).toMatchObject({
    status: "failed",
    message:
      "Nothing was changed: FPT needs 3,200,000 VND to stay clear of its margin call, and 0 VND is less.",
  });
  await two.hear(low);
  await one.turn();
  expect(told()).toEqual(calledOnce);
});

test("raises a cover by the price of the call, and keeps the call open below the needed amount", async () => {
  const { one, two, order, trade, told, memory, episode, clock } = await planTwo();
  await one.hear(trade(78_000_000n));
  await setCover(two.services, order(2_000_000n));
  expect(episode()).toMatchObject({ isOpen: true });
  await setCover(two.services, order(3_200_000n));
  expect(episode()).toMatchObject({ isOpen: false });
  await one.turn();
  clock.nowMs += 1_000;
  await one.turn();
  expect(told()).toEqual(calledOnce);
  const entries = memory.accounts.get("A")?.audits.map(({ entry }) => readAuditEntry(entry));
  expect(entries?.filter((entry) => entry?.kind === "cover")).toMatchObject(
    [90_000_000n, 78_000_000n, 78_000_000n].map((markPrice) => ({ after: { markPrice } })),
  );
});

test("decides a cover again when a call intervenes, if the cover used an older price", async () => {
  const { one, two, order, trade, told } = await planTwo();
  const isRead = Promise.withResolvers<void>();
  const isCalled = Promise.withResolvers<void>();
  const { store } = two.services;
  const slow = Object.assign(Object.create(store), {
    readAccount: async (asked: typeof key) => {
      const state = await store.readAccount(asked);
      isRead.resolve();
      await isCalled.promise;
      return state;
    },
  });
  const lowered = setCover({ ...two.services, store: slow }, order(0n));
  await isRead.promise;
  await one.hear(trade(78_000_000n));
  isCalled.resolve();
  expect(await lowered).toMatchObject({ status: "failed", coveredVnd: 1_000_000n });
  expect(told()).toEqual(calledOnce);
});

test("a lagging watch that takes over repeats no notification and retries once a second until it catches up", async () => {
  const { one, two, trade, told, clock, episode } = await planTwo();
  const low = trade(78_000_000n);
  await one.hear(low);
  clock.nowMs += 100;
  await one.hear(trade(95_000_000n));
  expect(episode()).toMatchObject({ number: 1n, isOpen: false });
  await one.watch.stop();
  await two.hear(low);
  const before = two.watch.counts().evaluatedCount;
  for (let turns = 0; turns < 20; turns += 1) {
    clock.nowMs += 150;
    await two.turn();
  }
  expect(told()).toEqual(calledOnce);
  expect(two.watch.counts().evaluatedCount - before).toBeLessThanOrEqual(4);
  await two.hear(trade(77_000_000n));
  expect(told()).toEqual([...calledOnce, "MarginCall/A/FPT/2/0"]);
});

test("of two prices in one millisecond the later message decides", async () => {
  const { one, two, trade, order, judged } = await planTwo();
  const [first, second] = [trade(85_000_000n), trade(84_000_000n)];
  await one.hear(first, second);
  await two.hear(first);
  await setCover(one.services, order(2_000_000n));
  await setCover(two.services, order(3_000_000n));
  expect(judged()).toMatchObject({ price: 84_000_000n });
  await two.hear(second, trade(83_000_000n));
  await setCover(two.services, order(4_000_000n));
  expect(judged()).toMatchObject({ price: 83_000_000n });
});

test("numbers a price from the store when the feed sends it too", async () => {
  const { one, two, trade, order, judged } = await planTwo();
  const [first, second] = [trade(85_000_000n), trade(84_000_000n)];
  await one.hear(first, second);
  await two.hear(first);
  await setCover(two.services, order(2_000_000n));
  await two.turn();
  await one.turn();
  await two.services.marks.refresh();
  await two.hear(second);
  await setCover(two.services, order(3_000_000n));
  expect(judged()).toMatchObject({ price: 84_000_000n });
});

test("a process without a last price uses the judged price of the position", async () => {
  const { services, one, order, memory, trade } = await planTwo();
  await one.hear(trade(78_000_000n));
  memory.marks.clear();
  expect(await setCover(services, order(3_199_999n))).toMatchObject({ status: "success" });
  expect(await setCover(services, order(3_000_000n))).toMatchObject({
    message: expect.stringContaining("FPT needs 3,200,000 VND"),
  });
});

test("a simulated price decides nothing in a process without simulation", async () => {
  const { begin, order, services, clock, judged, trade } = await planTwo();
  const player = await begin("three", { isPlayed: true });
  await player.hear(trade(70_000_000n));
  await setCover(player.services, order(2_000_000n));
  expect(judged()).toMatchObject({ price: 70_000_000n, isPlayed: true });
  const mark = { symbol: "FPT", price: 95_000_000n, atMs: clock.nowMs - 500, isByHand: false };
  await services.store.setMarks([mark], { nowMs: services.now() });
  await setCover(services, order(3_000_000n));
  expect(judged()).toEqual({ price: 95_000_000n, atMs: mark.atMs, seq: 0, isByHand: false });
});

test("a judged price from more than a minute ahead yields to any other", async () => {
  const { services, one, order, clock, judged, trade, memory } = await planTwo();
  clock.nowMs += 120_000;
  await one.hear(trade(85_000_000n));
  await setCover(one.services, order(2_000_000n));
  clock.nowMs -= 60_000;
  await services.store.setMarks([{ symbol: "FPT", price: 95_000_000n, atMs: clock.nowMs, isByHand: true }], {
    nowMs: services.now(),
  });
  await setCover(services, order(3_000_000n));
  expect(judged()).toMatchObject({ price: 85_000_000n });
  clock.nowMs -= 1;
  memory.putMark({ symbol: "FPT", price: 95_000_000n, atMs: clock.nowMs, isByHand: true });
  await setCover(services, order(4_000_000n));
  expect(judged()).toMatchObject({ price: 95_000_000n, isByHand: true });
});

test("a judgement without changes writes nothing, and a refusal stores its newer price once", async () => {
  const { one, order, trade, judged, version, clock } = await planTwo();
  const before = version();
  await one.hear(trade(84_000_000n));
  expect([judged()?.price, version()]).toEqual([90_000_000n, before]);
  for (let times = 0; times < 3; times += 1) await setCover(one.services, order(99_000_000n));
  expect([judged()?.price, version()]).toEqual([84_000_000n, (before ?? 0) + 1]);
  clock.nowMs += 1;
  await one.hear(trade(83_000_000n));
  const idempotency = { key: "k-1", fingerprint: "f-1" };
  await setCover(one.services, order(99_000_000n, { idempotency }));
  expect(judged()?.price).toBe(83_000_000n);
});

test("an order that was refused on a newer price is refused by a lagging process too", async () => {
  const { one, two, order, trade, clock, memory } = await planTwo();
  // Above the call, so that only the refusal can store it.
  await one.hear(trade(82_000_000n));
  for (const { services } of [one, two]) {
    expect(await setCover(services, order(0n))).toMatchObject({ status: "failed", coveredVnd: 1_000_000n });
  }
  const version = memory.accounts.get("A")?.account.version;
  const byHand = { symbol: "FPT", price: 82_000_000n, atMs: clock.nowMs + 1, isByHand: true };
  await one.services.store.setMarks([byHand], { nowMs: clock.nowMs });
  await one.services.marks.refresh();
  for (let times = 0; times < 3; times += 1) await setCover(one.services, order(0n));
  expect(memory.accounts.get("A")?.account.version).toBe((version ?? 0) + 1);
});

test("a refusal for lack of trading power stores the newer prices of all positions", async () => {
  const { one, two, order, trade, clock, services, memory } = await planTwo();
  await setPosition(services, { ...key, symbol: "VNM" }, { quantity: 100n, price: 100_000_000n });
  await one.turn();
  await two.turn();
  clock.nowMs += 1;
  await one.hear(trade(90_000_000n), tradeOf("VNM", 95_000_000n, clock.nowMs));
  expect(await setCover(one.services, order(60_000_000n))).toMatchObject({ status: "failed" });
  const { positions } = memory.accounts.get("A") ?? {};
  expect(positions?.get("VNM")?.decisionPrice?.price).toBe(95_000_000n);
});

test("a process with older rates refreshes them before it decides, and its watch takes them too", async () => {
  const { one, two, order, trade, told, memory, services } = await planTwo();
  await one.hear(trade(82_000_000n));
  await two.hear(trade(82_000_000n));
  await setRates(services, {
    level: "symbol",
    name: "FPT",
    rates: { ...examplesRates, marginCallRate: 450_000n },
  });
  await one.turn();
  expect(told()).toEqual(calledOnce);
  expect(await setCover(two.services, order(0n))).toMatchObject({
    status: "failed",
    message: expect.stringContaining("FPT needs 4,900,000 VND"),
  });
  expect(memory.accounts.get("A")?.episodes.get("FPT")).toMatchObject({ isOpen: true });
  expect(await two.services.book.refresh()).toBe(true);
  expect(await two.services.book.refresh()).toBe(false);
  await two.turn();
  await one.turn();
  expect(told()).toEqual(calledOnce);
});

test("a process with older holidays refreshes them before it decides", async () => {
  const { one, two, order, clock, services } = await planTwo();
  clock.nowMs += 60_000;
  expect(await setCover(two.services, order(0n))).toMatchObject({ status: "failed" });
  await setHolidays(services, ["2026-11-16"]);
  await one.turn();
  expect(await setCover(two.services, order(0n))).toMatchObject({ status: "success" });
});

test("a re-entered position is not judged on an older price than before", async () => {
  const { one, services, memory, trade, judged, told } = await planTwo();
  await one.hear(trade(78_000_000n));
  memory.marks.clear();
  await setPosition(services, { ...key, symbol: "FPT" }, { quantity: 2_000n, price: 100_000_000n });
  expect(judged()).toMatchObject({ price: 78_000_000n });
  expect(told()).toEqual(calledOnce);
});

/** The same with 100 VNM, whose price of 95,000 only the first process has heard. */
async function planTwoSymbols() {
  const world = await planTwo();
  await setPosition(world.services, { ...key, symbol: "VNM" }, { quantity: 100n, price: 100_000_000n });
  await world.one.turn();
  await world.two.turn();
  world.clock.nowMs += 1;
  await world.one.hear(world.trade(90_000_000n), tradeOf("VNM", 95_000_000n, world.clock.nowMs));
  const judgedVnm = () => world.memory.accounts.get("A")?.positions.get("VNM")?.decisionPrice?.price;
  expect(judgedVnm()).toBeUndefined();
  return { ...world, judgedVnm };
}

test("a raise stores the newer prices that its trading power rested on, and a lowering only its own", async () => {
  const { one, order, judgedVnm } = await planTwoSymbols();
  expect(await setCover(one.services, order(500_000n))).toMatchObject({ status: "success" });
  expect(judgedVnm()).toBeUndefined();
  expect(await setCover(one.services, order(2_000_000n))).toMatchObject({ status: "success" });
  expect(judgedVnm()).toBe(95_000_000n);
});

test.each(["accepted", "refused"] as const)(
  "a withdrawal that is %s stores the newer prices of all positions, so that a lagging process allows no more",
  async (outcome) => {
    const { one, two, judgedVnm } = await planTwoSymbols();
    const withdraw = ({ services }: typeof one, amountVnd: bigint) =>
      moveCash(services, { key, kind: "withdrawal", amountVnd });
    // The power is 80,000,000 - 10,500,000 (both losses) - 49,750,000 - 1,000,000 at the newer price.
    const powerVnd = 18_750_000n;
    const amountVnd = outcome === "accepted" ? 1n : powerVnd + 1n;
    const kind = outcome === "accepted" ? "done" : "refused";
    expect(await withdraw(one, amountVnd)).toMatchObject({ kind });
    expect(judgedVnm()).toBe(95_000_000n);
    expect(await withdraw(two, powerVnd + 1n)).toMatchObject({ code: "above_trading_power" });
  },
);

test("a decision is refused as too busy while the store does not show the rates that an account was read with", async () => {
  const { two, order, memory } = await planTwo();
  const shown = memory.versions;
  memory.versions = { ...shown, rates: shown.rates + 1 };
  memory.readVersions = async () => shown;
  expect(await setCover(two.services, order(0n))).toMatchObject({ kind: "refused", code: "too_busy" });
});

test("a decision is refused as too busy while rates change all the time", async () => {
  const { two, order, memory } = await planTwo();
  memory.readVersions = async () => {
    memory.versions = { ...memory.versions, rates: memory.versions.rates + 1 };
    return memory.versions;
  };
  memory.versions = { ...memory.versions, rates: 9 };
  expect(await setCover(two.services, order(0n))).toMatchObject({ kind: "refused", code: "too_busy" });
});
