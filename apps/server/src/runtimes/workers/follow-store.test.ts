import { expect, test } from "vitest";
import type { LogEntry } from "../../http/reports.ts";
import { type FollowedStore, followStore, type Held } from "./store.ts";

/** A store that is opened and looked at as a test says, on a clock that goes only when somebody waits. */
function planStore() {
  const planned = {
    nowMs: 1_000_000,
    openCount: 0,
    refreshCount: 0,
    open: async (): Promise<void> => {},
    refresh: async (): Promise<void> => {},
    background: [] as Promise<void>[],
    logged: [] as LogEntry[],
  };
  const makeHeld = (): Held => ({
    store: {} as Held["store"],
    desk: {} as Held["desk"],
    quotes: { refreshOf: () => undefined },
    book: {
      findInstrument: () => undefined,
      listEntries: () => new Map(),
      findProduct: () => undefined,
      ratesSinceMs: () => undefined,
      atMs: () => 0,
      versions: () => ({ catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 0 }),
      holidays: () => new Set(),
      ratesOf: () => ({ marginRatio: 1n, marginCallRate: 0n, forceCloseRate: 0n }),
      refresh: async () => {
        planned.refreshCount += 1;
        await planned.refresh();
        return false;
      },
    },
  });
  const followed: FollowedStore = followStore({
    open: async () => {
      planned.openCount += 1;
      await planned.open();
      return makeHeld();
    },
    now: () => planned.nowMs,
    wait: async (milliseconds) => {
      planned.nowMs += milliseconds;
      await new Promise((settle) => setImmediate(settle));
    },
    inBackground: (work) => void planned.background.push(work),
    log: (entry) => void planned.logged.push(entry),
  });
  return { planned, followed };
}

const never = () => new Promise<void>(() => {});

const fail = async () => {
  throw new Error("D1 is away.");
};

test("A store is opened by the first who asks, while the others wait for it", async () => {
  const { planned, followed } = planStore();
  let open = () => {};
  planned.open = () =>
    new Promise((settle) => {
      open = settle;
    });
  const asked = [followed.catchUp(), followed.catchUp(), followed.catchUp()];
  await new Promise((settle) => setImmediate(settle));
  open();
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  expect([planned.openCount, planned.background.length]).toEqual([1, 1]);
  expect(followed.trouble()).toBeUndefined();
});

test("Changes are looked for once in half a second, and by one request while others answer", async () => {
  const { planned, followed } = planStore();
  await followed.catchUp();
  planned.nowMs += 499;
  await followed.catchUp();
  expect(planned.refreshCount).toBe(0);
  planned.nowMs += 1;
  planned.refresh = never;
  void followed.catchUp();
  planned.nowMs += 600;
  expect(await followed.catchUp()).toBe(true);
  expect(planned.refreshCount).toBe(1);
});

test("An opening that fails has failed for all who waited for it", async () => {
  const { planned, followed } = planStore();
  let giveUp = (_failure: Error) => {};
  planned.open = () =>
    new Promise((_settle, reject) => {
      giveUp = reject;
    });
  const asked = [followed.catchUp(), followed.catchUp(), followed.catchUp()];
  planned.nowMs += 1_000;
  giveUp(new Error("D1 is away."));
  expect(await Promise.all(asked)).toEqual([false, false, false]);
  expect(planned.openCount).toBe(1);
});

test("A store that can't be opened is told of once, tried again after half a second, and told of anew later", async () => {
  const { planned, followed } = planStore();
  planned.open = fail;
  expect(await followed.catchUp()).toBe(false);
  expect(await followed.catchUp()).toBe(false);
  expect(planned.openCount).toBe(1);
  planned.nowMs += 500;
  expect(await followed.catchUp()).toBe(false);
  expect(planned.openCount).toBe(2);
  expect(planned.logged.map(({ event }) => event)).toEqual(["store not to be asked"]);
  planned.nowMs += 500;
  planned.open = async () => {};
  expect(await followed.catchUp()).toBe(true);
  planned.refresh = fail;
  planned.nowMs += 500;
  await followed.catchUp();
  expect(planned.logged).toHaveLength(2);
});

test("A store that is away leaves what is known of it in force, and is not followed", async () => {
  const { planned, followed } = planStore();
  await followed.catchUp();
  const before = followed.held();
  planned.refresh = fail;
  planned.nowMs += 500;
  expect(await followed.catchUp()).toBe(true);
  expect(followed.trouble()).toBe("failing");
  expect(followed.held()).toBe(before);
});

test("A look that was cut off with its request is given up after ten seconds, and the store opened anew", async () => {
  const { planned, followed } = planStore();
  await followed.catchUp();
  const before = followed.held();
  planned.nowMs += 500;
  planned.refresh = never;
  void followed.catchUp();
  planned.nowMs += 9_999;
  await followed.catchUp();
  expect(planned.openCount).toBe(1);
  planned.nowMs += 1;
  await followed.catchUp();
  expect(planned.openCount).toBe(2);
  expect(followed.held()).not.toBe(before);
  expect(followed.trouble()).toBeUndefined();
});

test("Whoever waits for an opening that was cut off opens the store after ten seconds", async () => {
  const { planned, followed } = planStore();
  planned.open = never;
  void followed.catchUp();
  planned.open = async () => {};
  expect(await followed.catchUp()).toBe(true);
  expect(planned.openCount).toBe(2);
});
