/** What viewers of the desk share: which changes they see when, and that pages are the same as those of the plain functions. */
import { expect, test } from "vitest";
import { setCover } from "../covers/set-cover.ts";
import { planDesk } from "../testing/plan-desk.ts";
import { byLan } from "../testing/plan-services.ts";
import { figuresOfDesk } from "./desk-figures.ts";
import { type CallFilter, type CallOrder, countCalls, selectCalls, sortCalls } from "./list-calls.ts";
import { SharedDesk } from "./shared-desk.ts";

/** A desk with two called accounts, and a clock of its own for what viewers share. */
async function planShared() {
  const desk = await planDesk();
  const { hold, turn, watching, trade } = desk;
  const state = { nowMs: 0 };
  await hold("A");
  await hold("B");
  await turn();
  await watching.hear(trade(80_000_000n));
  await turn();
  const shared = new SharedDesk(desk.projection, () => state.nowMs);
  const outstandingOf = (viewer: string) => shared.show(viewer).figures.outstandingVnd;
  const movePrice = async (price: bigint) => {
    desk.clock.nowMs += 1_000;
    await watching.hear(trade(price));
    await turn();
  };
  return { ...desk, shared, state, outstandingOf, movePrice };
}

test("viewers share one state for a second, whatever prices do, and then the next", async () => {
  const { shared, state, outstandingOf, movePrice } = await planShared();
  const first = shared.show("lan");
  expect(first.figures.outstandingVnd).toBe(4_000_000n);
  await movePrice(79_000_000n);
  state.nowMs = 999;
  expect(shared.show("minh")).toBe(first);
  expect(first.figures.outstandingVnd).toBe(4_000_000n);
  state.nowMs = 1_000;
  expect(outstandingOf("minh")).toBe(5_200_000n);
  expect(shared.show("lan").version).not.toBe(first.version);
  state.nowMs = 5_000;
  expect(shared.show("lan")).toBe(shared.show("minh"));
});

test("a call that has opened or ended is shown after half a second", async () => {
  const { shared, state, hold, turn, movePrice } = await planShared();
  expect(shared.show().calls).toHaveLength(2);
  await hold("C");
  await turn();
  state.nowMs = 499;
  expect(shared.show().calls).toHaveLength(2);
  state.nowMs = 500;
  expect(shared.show().calls).toHaveLength(3);
  await movePrice(99_000_000n);
  state.nowMs = 1_000;
  expect(shared.show().calls).toHaveLength(0);
});

test("a viewer who has acted sees it at once, and what follows within a quarter of a second for two seconds", async () => {
  const { shared, state, projection, services, outstandingOf, movePrice } = await planShared();
  expect(outstandingOf("lan")).toBe(4_000_000n);
  const key = { userId: "user-of-A", accountId: "A" };
  await setCover(services, { ...key, symbol: "FPT", amountVnd: 1_000_000n, requestId: "1", ...byLan });
  await projection.read(key);
  shared.noteAct("lan");
  state.nowMs = 10;
  expect(outstandingOf("minh")).toBe(4_000_000n);
  expect(outstandingOf("lan")).toBe(3_000_000n);
  expect(outstandingOf("minh")).toBe(3_000_000n);
  await movePrice(79_000_000n);
  state.nowMs = 1_700;
  const before = outstandingOf("lan");
  await movePrice(78_000_000n);
  state.nowMs = 1_949;
  expect(outstandingOf("lan")).toBe(before);
  state.nowMs = 1_950;
  expect(outstandingOf("lan")).toBeGreaterThan(before);
  await movePrice(79_000_000n);
  state.nowMs = 2_250;
  expect(outstandingOf("lan")).toBeGreaterThan(before);
});

test("pages and figures are those of the plain functions", async () => {
  const { shared, projection } = await planShared();
  const filters: readonly CallFilter[] = [{}, { user: "USER-OF-B" }, { symbol: "VNM" }];
  const orders: readonly CallOrder[] = ["due", "since", "outstanding", "ratio", "account", "due"];
  const shown = shared.show();
  for (const filter of filters) {
    for (const order of orders) {
      for (const page of [
        { limit: 1, offset: 0 },
        { limit: 5, offset: 1 },
      ]) {
        const all = projection.calls();
        const { calls, ...sums } = selectCalls(sortCalls(all, order), filter);
        expect(shown.listCalls(filter, order, page)).toEqual({
          ...{ ...sums, total: calls.length, counts: countCalls(all) },
          calls: calls.slice(page.offset, page.offset + page.limit),
        });
      }
    }
  }
  expect(shown.figures).toEqual(figuresOfDesk(projection));
});

test("an answer is made once for all, and beyond the number that is kept each time", async () => {
  const { shared } = await planShared();
  const made: string[] = [];
  const ask = (name: string) => shared.show().answerOnce(name, () => made.push(name));
  for (let name = 0; name < 40; name += 1) ask(String(name));
  expect(made).toHaveLength(40);
  ask("0");
  ask("31");
  expect(made).toHaveLength(40);
  ask("32");
  expect(made).toHaveLength(41);
});
