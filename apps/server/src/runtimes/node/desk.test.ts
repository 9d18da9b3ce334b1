/** The desk of a process begins without holding anything up, and says when it can no longer follow the store. */
import { openMarket } from "@trading-oms/brokerage";
import { expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../log-and-trace.ts";
import { planHeld } from "../../testing/plan-held.ts";
import { openDesk } from "./desk.ts";

const settings = { due: { days: 2, minuteOfDay: 1_020 }, contactUrl: undefined };

/** A desk on the store of a test server, whose reads of changes can fail. */
async function planNodeDesk() {
  const server = await planHeld();
  const state = { isStoreAway: false, nowMs: 0 };
  const store = new Proxy(server.services.store, {
    get: (target, name) => {
      if (name === "listChanges" && state.isStoreAway) return () => Promise.reject(new Error("away"));
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  const market = await openMarket({ ...server.services, store });
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const { book, marks } = market;
  const desk = openDesk({ ...server.services, store, market, book, marks }, settings, {
    ...{ log, isDemonstration: true, monotonicMs: () => state.nowMs },
  });
  onTestFinished(() => desk.stop());
  const poll = async (): Promise<void> => {
    await market.poll();
    await market.settle();
  };
  return { desk, poll, state, logged };
}

test("is not current before it has read all accounts, which it does after the first poll", async () => {
  const { desk, poll, logged } = await planNodeDesk();
  expect(desk.callDesk.isCurrent()).toBe(false);
  await poll();
  expect(desk.callDesk.isCurrent()).toBe(true);
  expect(desk.callDesk.projection.holdings.positionCount).toBe(1);
  expect(logged).toEqual([]);
});

test("reports the first of consecutive failures, and is not current 10 s after the last success", async () => {
  const { desk, poll, state, logged } = await planNodeDesk();
  state.isStoreAway = true;
  await poll();
  await poll();
  expect(logged).toMatchObject([{ level: "error", event: "following accounts for the desk failed" }]);
  expect(desk.callDesk.isCurrent()).toBe(false);
  state.isStoreAway = false;
  await poll();
  expect(desk.callDesk.isCurrent()).toBe(true);
  state.isStoreAway = true;
  state.nowMs += 10_000;
  expect(desk.callDesk.isCurrent()).toBe(false);
});
