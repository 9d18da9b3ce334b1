import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { guardStore } from "./guard-store.ts";

/** A store whose calls hang until they are ended. */
function plan() {
  const ends: (() => void)[] = [];
  const hang = (): Promise<string> =>
    new Promise((settle) => {
      ends.push(() => settle("done"));
    });
  const logged: LogEntry[] = [];
  const state = { nowMs: 0, lateCount: 0 };
  const registry = new Registry();
  const guarded = guardStore(
    { readAccount: hang, listNotifications: hang, commit: hang },
    {
      log: (entry) => void logged.push(entry),
      registry,
      monotonicMs: () => state.nowMs,
      onLate: () => {
        state.lateCount += 1;
      },
    },
  );
  onTestFinished(guarded.stop);
  const look = (count: number): void => {
    for (let each = 0; each < count; each += 1) guarded.look();
  };
  return { ...guarded, look, ends, logged, state, registry };
}

test("a read that hangs for 2 s is logged once, and further reads of its kind fail at once", async () => {
  const { store, look, logged, state } = plan();
  void store.readAccount();
  look(7);
  expect({ logged, lateCount: state.lateCount }).toEqual({ logged: [], lateCount: 0 });
  look(2);
  expect(logged).toEqual([{ level: "warn", event: "store call hangs", notes: { call: "readAccount" } }]);
  expect(state.lateCount).toBe(2);
  await expect(store.readAccount()).rejects.toMatchObject({ code: "late" });
});

test("reads of another kind are let through", async () => {
  const { store, look, ends } = plan();
  void store.readAccount();
  look(8);
  const read = store.listNotifications();
  ends[1]?.();
  expect(await read).toBe("done");
});

test("when the hanging read has ended, one is let through at a time until one succeeds in time", async () => {
  const { store, look, ends } = plan();
  const hanging = store.readAccount();
  look(8);
  ends[0]?.();
  await hanging;
  const probe = store.readAccount();
  await expect(store.readAccount()).rejects.toMatchObject({ code: "late" });
  ends[1]?.();
  await probe;
  const both = [store.readAccount(), store.readAccount()];
  for (const end of ends) end();
  expect(await Promise.all(both)).toEqual(["done", "done"]);
});

test("a write that waits for its account holds no other up", async () => {
  const { store, look, ends, state } = plan();
  void store.commit();
  look(8);
  const other = store.commit();
  ends[1]?.();
  expect(await other).toBe("done");
  expect(state.lateCount).toBe(0);
});

test("the age of the oldest read is a metric", async () => {
  const { store, state, registry } = plan();
  void store.readAccount();
  state.nowMs = 1_500;
  expect(await registry.metrics()).toContain("oms_store_hanging_seconds 1.5");
});
