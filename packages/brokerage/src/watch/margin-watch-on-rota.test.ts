import { expect, test } from "vitest";
import { setPosition } from "../accounts/positions.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { examplesRates, planHeld, planWatch, sessionMs, statusOf, tradeOf } from "../testing/plan-watch.ts";

const calledOnce = ["MarginCall/A/FPT/1/0"];
const calledAndForced = ["MarginCall/A/FPT/1/0", "ForceClose/A/FPT/1/0"];

test("a new watcher judges rates that changed while no process watched", async () => {
  const world = await planHeld();
  await world.tick(84_000_000n);
  await world.turn();
  await world.watch.stop();
  world.clock.nowMs = Date.parse("2026-11-16T22:00:00+07:00");
  const rates = { ...examplesRates, marginCallRate: 450_000n };
  await setRates(world.services, { level: "symbol", name: "FPT", rates });
  const next = await world.begin("two");
  await next.turn();
  expect(world.told()).toEqual(calledOnce);
});

test("a new watcher sends no margin call at night for a feed price of an earlier day", async () => {
  const world = await planWatch();
  await world.hold("A");
  await world.services.store.setMarks(
    [{ symbol: "FPT", price: 80_000_000n, atMs: sessionMs - 86_400_000, isByHand: false }],
    { nowMs: world.clock.nowMs },
  );
  world.clock.nowMs = Date.parse("2026-11-16T22:00:00+07:00");
  const { turn } = await world.begin("one");
  await turn();
  expect(world.told()).toEqual([]);
});

test("a process that starts during an episode continues it without repeated notifications", async () => {
  const world = await planHeld();
  await world.tick(80_000_000n);
  await world.turn();
  world.clock.nowMs += 10_000;
  const next = await world.begin("two");
  await next.turn();
  await next.hear(world.trade(79_000_000n));
  expect(world.told()).toEqual(calledOnce);
  await next.hear(world.trade(70_000_000n));
  expect(world.told()).toEqual(calledAndForced);
});

test("a process that starts without a price leaves episodes as they are", async () => {
  const world = await planHeld();
  await world.tick(80_000_000n);
  world.clock.nowMs += 10_000;
  const next = await world.begin("two");
  await next.turn();
  await next.turn();
  const state = await world.services.store.readAccount({ userId: "user-of-A", accountId: "A" });
  expect(state?.episodes).toMatchObject([{ number: 1n, isOpen: true }]);
});

test("two processes share the shards, and a price that both receive is notified once", async () => {
  const world = await planWatch();
  for (const account of ["A", "B", "C", "D", "E", "F", "G", "H"]) await world.hold(account);
  const [one, two] = [await world.begin("one"), await world.begin("two")];
  for (const each of [one, two, one, two]) await each.turn();
  expect([one.watch.counts().shardCount, two.watch.counts().shardCount]).toEqual([32, 32]);
  expect(one.watch.counts().positionCount + two.watch.counts().positionCount).toBe(8);
  await Promise.all([one.hear(world.trade(80_000_000n)), two.hear(world.trade(80_000_000n))]);
  expect(world.told().toSorted()).toEqual(
    ["A", "B", "C", "D", "E", "F", "G", "H"].map((account) => `MarginCall/${account}/FPT/1/0`),
  );
});

test("one of the processes with a feed saves prices, regardless of the start order", async () => {
  const world = await planWatch();
  const told = new Set(["two", "three"]);
  const [one, two, three] = await Promise.all(
    ["one", "two", "three"].map((name) => world.begin(name, { isReceiving: () => told.has(name) })),
  );
  const savers = async () => {
    for (const each of [one, two, three, one, two, three]) await each?.turn();
    return [one, two, three].map((each) => each?.watch.isSaver());
  };
  expect(await savers()).toEqual([false, true, false]);
  expect(two?.watch.counts().shardCount).toBe(21);
  told.delete("two");
  expect(await savers()).toEqual([false, false, true]);
  told.add("two");
  expect(await savers()).toEqual([false, false, true]);
});

test("another process takes over the shards of a silent one within seconds and judges what was set meanwhile", async () => {
  const world = await planWatch();
  for (const account of ["A", "B"]) await world.hold(account);
  const one = await world.begin("one");
  await one.turn();
  await setPrice(world.services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  const two = await world.begin("two");
  await two.turn();
  expect(world.told()).toEqual([]);
  world.clock.nowMs += 5_000;
  await two.turn();
  await two.turn();
  expect(world.told().toSorted()).toEqual(["MarginCall/A/FPT/1/0", "MarginCall/B/FPT/1/0"]);
});

test("retries a failed judgement a second later", async () => {
  const { tick, turn, told, memory, clock, failures } = await planHeld();
  const { commit } = memory;
  memory.commit = () => Promise.reject(new Error("The store is away."));
  await tick(80_000_000n);
  expect(failures).toMatchObject([{ message: "The store is away." }]);
  memory.commit = commit;
  clock.nowMs += 1_000;
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("a process that cannot renew its leases judges nothing after they expire", async () => {
  const { memory, turn, tick, clock, told, watch } = await planHeld();
  memory.claimShards = () => Promise.reject(new Error("The store is away."));
  clock.nowMs += 5_000;
  await turn();
  expect(watch.counts()).toMatchObject({ shardCount: 0, positionCount: 0 });
  await tick(80_000_000n);
  expect(told()).toEqual([]);
});

test("judges a price that arrived after the leases expired once they are renewed", async () => {
  const { clock, tick, turn, told } = await planHeld();
  clock.nowMs += 5_000;
  await tick(80_000_000n);
  expect(told()).toEqual([]);
  await turn();
  expect(told()).toEqual(calledOnce);
});

test("a process that takes over reads three shards concurrently and no more", async () => {
  const world = await planWatch();
  const listChanges = world.memory.listChanges.bind(world.memory);
  let underWayCount = 0;
  let atOnceMax = 0;
  world.memory.listChanges = async (part) => {
    underWayCount += 1;
    atOnceMax = Math.max(atOnceMax, underWayCount);
    return listChanges(part).finally(() => {
      underWayCount -= 1;
    });
  };
  const { turn, watch } = await world.begin("one");
  await turn();
  expect(atOnceMax).toBe(3);
  expect(watch.counts()).toMatchObject({ shardCount: 64, loadingCount: 0 });
});

test("a process that stops frees its shards immediately", async () => {
  const world = await planHeld();
  await world.watch.stop();
  const two = await world.begin("two");
  await two.turn();
  expect(two.watch.counts()).toMatchObject({ shardCount: 64, positionCount: 1 });
});

test("a periodic reload of the shard finds a missed change", async () => {
  const { memory, turn, tick, clock, told } = await planHeld();
  const { listChanges, readChanges } = memory;
  // A clock that is far behind hides the change from queries by time.
  memory.listChanges = (part) => (part.sinceMs > 0 ? Promise.resolve([]) : listChanges.call(memory, part));
  memory.readChanges = async (query) => ({ ...(await readChanges.call(memory, query)), changed: [] });
  const kept = memory.accounts.get("A");
  const position = kept?.positions.get("FPT");
  if (kept === undefined || position === undefined) throw new Error("The account is not there.");
  kept.account = { ...kept.account, version: kept.account.version + 1 };
  kept.positions.set("FPT", { ...position, postedVnd: 35_000_000n });
  for (let turns = 0; turns < 64; turns += 1) {
    clock.nowMs += 4_000;
    await turn();
    clock.nowMs += 4_000;
    await turn();
    clock.nowMs += 2_000;
    await turn();
  }
  await tick(100_000_000n);
  expect(told()).toEqual(calledOnce);
});

test("judges new rates although another judgement of the account overtakes their reading", async () => {
  const { services, memory, clock, hear, turn, told, watch } = await planHeld();
  const key = { userId: "user-of-A", accountId: "A" };
  await setPosition(services, { ...key, symbol: "VNM" }, { quantity: 1_000n, price: 100_000_000n });
  await turn();
  await hear(tradeOf("VNM", 84_000_000n, clock.nowMs));
  clock.nowMs += 4_000;
  await turn();
  await hear(statusOf("VNM", true));
  const rates = { ...examplesRates, marginCallRate: 450_000n };
  await setRates(services, { level: "symbol", name: "VNM", rates });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  const readAccounts = memory.readAccounts.bind(memory);
  let release = (): void => {};
  memory.readAccounts = async (keys) => {
    const states = await readAccounts(keys);
    memory.readAccounts = readAccounts;
    await new Promise<void>((go) => {
      release = go;
    });
    return states;
  };
  await services.book.refresh();
  watch.onBookChange();
  const reading = watch.readBook();
  for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
  watch.onPriceChange(await services.marks.refresh());
  for (let turns = 0; turns < 500; turns += 1) await Promise.resolve();
  release();
  await reading;
  await turn();
  expect(told().toSorted()).toEqual(["MarginCall/A/FPT/1/0", "MarginCall/A/VNM/1/0"]);
});

test("of watches that begin together none vouches for the first", async () => {
  const world = await planWatch();
  await world.hold("A");
  const [one, two] = [await world.begin("one"), await world.begin("two")];
  await one.watch.renew();
  await two.watch.renew();
  await one.watch.renew();
  expect(one.watch.state()).toEqual({ isLoading: true, hasOthers: false });
  await one.turn();
  expect(one.watch.state()).toEqual({ isLoading: false, hasOthers: true });
});

test("a watch is loading until it has read its shards, at the start and at a takeover", async () => {
  const world = await planWatch();
  for (const account of ["A", "B", "C", "D"]) await world.hold(account);
  const one = await world.begin("one");
  expect(one.watch.state()).toEqual({ isLoading: true, hasOthers: false });
  await one.turn();
  expect(one.watch.state()).toEqual({ isLoading: false, hasOthers: false });
  const two = await world.begin("two");
  for (const each of [one, two, one, two]) await each.turn();
  expect(two.watch.state()).toEqual({ isLoading: false, hasOthers: true });
  await one.watch.stop();
  const gates: (() => void)[] = [];
  const { listChanges } = world.memory;
  world.memory.listChanges = async (part) => {
    await new Promise<void>((settle) => void gates.push(settle));
    return listChanges.call(world.memory, part);
  };
  await two.watch.renew();
  expect(two.watch.state()).toEqual({ isLoading: true, hasOthers: false });
  while (two.watch.state().isLoading) {
    for (const open of gates.splice(0)) open();
    await new Promise((settle) => setImmediate(settle));
  }
});
