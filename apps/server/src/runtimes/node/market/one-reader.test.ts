/** How often a server in which nothing happens asks its store. */
import { setTimeout as wait } from "node:timers/promises";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { heldKey, planHeld } from "../../../testing/plan-held.ts";
import { openDesk } from "../desk.ts";
import { startFollowing } from "./following.ts";
import { openServerMarket } from "./open-market.ts";

test("quotes, prices, rates, accounts, the desk and streams are followed by one statement a poll", async () => {
  const server = await planHeld();
  const called: string[] = [];
  const store = new Proxy(server.services.store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]): unknown => {
        called.push(String(name));
        return member.apply(target, values);
      };
    },
  });
  const log = (): void => {};
  const market = await openServerMarket({ ...server.services, store, log }, undefined);
  const { book, marks } = market;
  const services = { ...server.services, store, market, book, marks, holidays: book.holidays };
  const desk = openDesk(
    services,
    { due: { days: 2, minuteOfDay: 1_020 }, contactUrl: undefined },
    { log, isDemonstration: true, monotonicMs: () => performance.now() },
  );
  market.live.followUser(heldKey.userId, () => {});
  market.live.followAccount(heldKey, () => {});
  const following = startFollowing(services, {
    ...{ log, registry: new Registry(), makeId: services.makeId, feed: undefined, isWatching: true },
  });
  onTestFinished(following.stop);
  await vi.waitUntil(() => desk.callDesk.isCurrent() && following.watchState()?.isLoading === false);
  await wait(500);
  called.length = 0;
  await wait(1_600);
  const polls = called.filter((name) => name === "readChanges");
  expect(polls.length).toBeGreaterThanOrEqual(2);
  expect(polls.length).toBeLessThanOrEqual(7);
  // Leases are renewed every 1.5 s.
  const others = called.filter((name) => !["readChanges", "readRota", "claimShards"].includes(name));
  expect(others).toEqual([]);
});
