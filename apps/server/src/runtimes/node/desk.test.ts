/** The desk of a process begins without holding anything up, and says when it can no longer follow the store. */
import { openMarkBook } from "@trading-oms/brokerage";
import { expect, onTestFinished, test, vi } from "vitest";
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
  const services = { ...server.services, store, book: server.book };
  const marks = await openMarkBook(services);
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const desk = openDesk({ ...services, marks }, settings, {
    log,
    isDemonstration: true,
    monotonicMs: () => state.nowMs,
  });
  return { desk, state, logged };
}

test("is not current before it has read all accounts, which it does when it begins", async () => {
  const { desk, logged } = await planNodeDesk();
  expect(desk.callDesk.isCurrent()).toBe(false);
  const running = desk.begin();
  onTestFinished(() => running.stop());
  await vi.waitUntil(() => desk.callDesk.isCurrent());
  expect(desk.callDesk.projection.holdings.positionCount).toBe(1);
  expect(logged).toEqual([]);
});

test("reports the first of consecutive failures, and is not current 10 s after the last success", async () => {
  const { desk, state, logged } = await planNodeDesk();
  state.isStoreAway = true;
  const running = desk.begin();
  onTestFinished(() => running.stop());
  await vi.waitUntil(() => logged.length > 0);
  expect(logged).toMatchObject([{ level: "error", event: "following accounts for the desk failed" }]);
  expect(desk.callDesk.isCurrent()).toBe(false);
  state.isStoreAway = false;
  await vi.waitUntil(() => desk.callDesk.isCurrent());
  state.isStoreAway = true;
  state.nowMs += 10_000;
  expect(desk.callDesk.isCurrent()).toBe(false);
});
