/** Distances of positions from a call, and their pages. */
import { expect, test } from "vitest";
import { markClosing } from "../accounts/positions.ts";
import { setRates } from "../settings/set-rates.ts";
import { planDesk } from "../testing/plan-desk.ts";
import { byLan } from "../testing/plan-services.ts";
import { listNearest } from "./list-nearest.ts";

const all = { limit: 500, offset: 0 };

test("tells how far a price may move, in millionths and in steps, for long and short positions", async () => {
  const { projection, turn, hold, watching, trade } = await planDesk();
  await hold("A");
  await hold("B", -1_000n);
  await turn();
  await watching.hear(trade(90_000_000n));
  await turn();
  const { total, positions } = listNearest(projection, all);
  expect(total).toBe(2);
  expect(positions).toMatchObject([
    // Called below 83,333.33: 6,700 of 90,000 are 67 steps.
    { accountId: "A", price: 90_000_000n, callPrice: 83_300_000n, distance: 74_444n, steps: 67n },
    // Called above 107,142.86.
    { accountId: "B", price: 90_000_000n, callPrice: 107_200_000n, distance: 191_111n, steps: 172n },
  ]);
});

test("leaves out calls, closing positions and those that no price calls, and shows one beyond its price with 0", async () => {
  const { projection, turn, hold, watching, trade, services, clock } = await planDesk();
  for (const name of ["A", "B", "C"]) await hold(name);
  await turn();
  await markClosing(services, { userId: "user-of-B", accountId: "B", symbol: "FPT" }, true, byLan);
  clock.nowMs = Date.parse("2026-11-16T12:00:00+07:00");
  // At lunch a price calls nobody.
  await watching.hear(trade(80_000_000n));
  await turn();
  expect(listNearest(projection, all).positions).toMatchObject([
    { accountId: "A", distance: 0n, steps: 0n },
    { accountId: "C", distance: 0n, steps: 0n },
  ]);
  clock.nowMs = Date.parse("2026-11-16T13:00:01+07:00");
  await watching.hear(trade(80_000_000n));
  await turn();
  expect(listNearest(projection, all)).toEqual({ total: 0, positions: [] });
  const rates = { marginRatio: 500_000n, marginCallRate: 0n, forceCloseRate: 0n };
  await setRates(services, { level: "symbol", name: "FPT", rates, isConfirmed: true });
  await turn();
  await turn();
  expect(projection.calls()).toEqual([]);
  expect(listNearest(projection, all)).toEqual({ total: 0, positions: [] });
});

test("pages hold each position once, also of those with the same distance", async () => {
  const { projection, turn, hold, watching, trade } = await planDesk();
  for (let place = 0; place < 25; place += 1)
    await hold(`A${String(place).padStart(2, "0")}`, place < 9 ? -1_000n : 1_000n);
  await turn();
  await watching.hear(trade(95_000_000n));
  await turn();
  const listed = listNearest(projection, all).positions.map(({ accountId }) => accountId);
  const names = Array.from({ length: 25 }, (_, place) => `A${String(place).padStart(2, "0")}`);
  expect(listed).toEqual([...names.slice(9), ...names.slice(0, 9)]);
  for (const limit of [1, 4, 25]) {
    const paged: string[] = [];
    for (let offset = 0; offset < 25; offset += limit) {
      const page = listNearest(projection, { limit, offset });
      expect(page.total).toBe(25);
      paged.push(...page.positions.map(({ accountId }) => accountId));
    }
    expect(paged).toEqual(listed);
  }
  expect(listNearest(projection, { limit: 10, offset: 25 }).positions).toEqual([]);
  // A page that reaches far is found by its distances.
  for (const offset of [0, 5, 16, 20, 24]) {
    const { positions } = listNearest(projection, { limit: 1_001, offset });
    expect(positions.map(({ accountId }) => accountId)).toEqual(listed.slice(offset));
  }
});
