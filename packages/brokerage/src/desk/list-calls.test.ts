/** Filters, orders, pages, totals and counts of open calls. */
import { expect, test } from "vitest";
import { addContact } from "../accounts/contacts.ts";
import { setPosition } from "../accounts/positions.ts";

import { openProjection, planDesk } from "../testing/plan-desk.ts";

import { tradeOf } from "../testing/plan-watch.ts";
import { figuresOfDesk } from "./desk-figures.ts";
import { findAccounts } from "./find-accounts.ts";
import type { CallFilter, CallOrder } from "./list-calls.ts";
import { listNearest } from "./list-nearest.ts";
import { DeskState } from "./shared-desk.ts";
import { shockPrices } from "./shock.ts";

const contact = { method: "telephone", answer: "promised", note: "" } as const;

/** A, called on Monday and now below the force-close rate; B on Tuesday, with a contact; C, of VNM, on Wednesday at 9:30. It is then 16:00. */
async function planCalls() {
  const world = await planDesk();
  const { hold, watching, turn, clock, services } = world;
  await hold("A");
  await turn();
  await watching.hear(tradeOf("FPT", 80_000_000n, clock.nowMs));
  clock.nowMs = Date.parse("2026-11-17T10:00:00+07:00");
  await hold("B", 2_000n);
  await turn();
  await watching.hear(tradeOf("FPT", 70_000_000n, clock.nowMs));
  clock.nowMs = Date.parse("2026-11-18T09:30:00+07:00");
  await hold("C", 100n);
  await setPosition(
    services,
    { userId: "user-of-C", accountId: "C", symbol: "VNM" },
    { quantity: 100n, price: 100_000_000n },
  );
  await turn();
  await watching.hear(tradeOf("FPT", 71_500_000n, clock.nowMs), tradeOf("VNM", 60_000_000n, clock.nowMs));
  clock.nowMs = Date.parse("2026-11-18T16:00:00+07:00");
  await addContact(services, {
    ...{ userId: "user-of-B", accountId: "B", symbol: "FPT", contact },
    ...{ actor: { kind: "operator", name: "lan" }, requestId: "1" },
  });
  await turn();
  return world;
}

function namesOf(projection: Awaited<ReturnType<typeof planCalls>>["projection"]) {
  return (filter: CallFilter, order: CallOrder = "account", page = { limit: 500, offset: 0 }): string[] =>
    new DeskState(projection)
      .listCalls(filter, order, page)
      .calls.map(({ accountId, valued }) => `${accountId} ${valued.position.symbol}`);
}

test("filters, orders and pages calls", async () => {
  const { projection, clock } = await planCalls();
  const list = namesOf(projection);
  const all = ["A FPT", "B FPT", "C FPT", "C VNM"];
  expect(list({})).toEqual(all);
  expect(list({ due: "today" })).toEqual(["A FPT"]);
  expect(list({ due: "later" })).toEqual(["B FPT", "C FPT", "C VNM"]);
  expect(list({ due: "overdue" })).toEqual([]);
  expect(list({ symbol: "VNM" })).toEqual(["C VNM"]);
  expect(list({ symbol: "vnm" })).toEqual(["C VNM"]);
  expect(list({ group: "STO" })).toEqual(all);
  expect(list({ group: "DVX" })).toEqual([]);
  expect(list({ user: "user-of-C" })).toEqual(["C FPT", "C VNM"]);
  expect(list({ user: "User-Of" })).toEqual(all);
  expect(list({ user: "of-C" })).toEqual([]);
  expect(list({ contact: "some" })).toEqual(["B FPT"]);
  expect(list({ contact: "none", user: "user-of-A" })).toEqual(["A FPT"]);
  expect(list({ state: "forceClose" })).toEqual(["C VNM"]);
  expect(list({ state: "called" })).toEqual(["A FPT", "B FPT", "C FPT"]);
  expect(list({}, "since")).toEqual(all);
  expect(list({}, "due")).toEqual(all);
  expect(list({}, "outstanding")).toEqual(["B FPT", "A FPT", "C VNM", "C FPT"]);
  expect(list({}, "ratio")).toEqual(["C VNM", "A FPT", "B FPT", "C FPT"]);
  expect(list({}, "account", { limit: 2, offset: 1 })).toEqual(["B FPT", "C FPT"]);
  expect(list({}, "account", { limit: 2, offset: 4 })).toEqual([]);
  clock.nowMs = Date.parse("2026-11-18T17:00:00+07:00");
  expect(list({ due: "overdue" })).toEqual(["A FPT"]);
});

test("totals are over the filter and not the page, counts over all", async () => {
  const { projection } = await planCalls();
  const first = { limit: 1, offset: 0 };
  const counts = { all: 4, overdue: 0, dueToday: 1, forceClose: 1, recovered: 0, withoutContact: 3 };
  expect(new DeskState(projection).listCalls({ symbol: "FPT" }, "account", first)).toMatchObject({
    total: 3,
    // Of 1,000, 2,000 and 100 shares: 0.4 × 71,500 − 50,000 + 28,500 is 7,100 each.
    outstandingVnd: 7_100n * 3_100n,
    neededVnd: 7_100n * 3_100n,
    counts,
  });
  expect(new DeskState(projection).listCalls({ due: "overdue" }, "account", first)).toMatchObject({
    total: 0,
    outstandingVnd: 0n,
    counts,
    calls: [],
  });
  expect(new DeskState(projection).listCalls({ contact: "some" }, "account", first).calls).toMatchObject([
    { lastContact: contact },
  ]);
});

test("a call that has recovered is neither due nor without contact, and comes last by due time", async () => {
  const { projection, watching, turn, clock } = await planCalls();
  clock.nowMs = Date.parse("2026-11-19T10:00:00+07:00");
  await watching.hear(tradeOf("VNM", 70_000_000n, clock.nowMs));
  await turn();
  const list = namesOf(projection);
  expect(list({ due: "overdue" })).toEqual(["A FPT"]);
  await watching.hear(tradeOf("FPT", 86_000_000n, clock.nowMs));
  await turn();
  expect(list({ state: "recovered" })).toEqual(["A FPT", "B FPT", "C FPT"]);
  expect(list({ due: "overdue" })).toEqual([]);
  expect(list({ contact: "none" })).toEqual(["C VNM"]);
  expect(list({ contact: "some" })).toEqual(["B FPT"]);
  expect(list({}, "due")[0]).toBe("C VNM");
  expect(new DeskState(projection).listCalls({}, "due", { limit: 1, offset: 0 }).counts).toEqual({
    ...{ all: 4, overdue: 0, dueToday: 0, forceClose: 1, recovered: 3, withoutContact: 1 },
  });
});

test("no list reads the store", async () => {
  const world = await planCalls();
  let isAway = false;
  const store = new Proxy(world.services.store, {
    get: (target, name) => {
      if (isAway) throw new Error(`${String(name)} of the store was read.`);
      return Reflect.get(target, name);
    },
  });
  const { projection } = await openProjection({ ...world.services, store });
  isAway = true;
  const page = { limit: 500, offset: 0 };
  expect(new DeskState(projection).listCalls({}, "due", page).total).toBe(4);
  expect(listNearest(projection, page).total).toBe(0);
  expect(findAccounts(projection, "", 500)).toHaveLength(3);
  expect(figuresOfDesk(projection).openCalls).toBe(4);
  const shock = await shockPrices(projection, [{ scope: "all", name: undefined, millionths: -70_000n }]);
  expect(shock).toMatchObject({ positionCount: 4, movedCount: 4 });
});
