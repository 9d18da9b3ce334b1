/** The state of the service, as the operation answers it. */
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planDesk } from "../../../testing/plan-desk.ts";

test("200: tells watchers, feed, store, sessions and figures", async () => {
  const { ask, clock, services } = await planDesk({
    feedHealth: () => ({ silentSinceMs: 5, isSimulated: false }),
    version: "0.1.0+6a8872e5",
  });
  const lease = { holder: "one", atMs: clock.nowMs, untilMs: clock.nowMs + 5_000 };
  await services.store.claimShards({ ...lease, shards: [0, 1, 2] });
  const { body } = await checkAnswer("operator.getStatus", await ask("status"));
  const shared = { openCalls: 1, outstanding: 1_500_000, dueToday: 0, overdue: 0, marketValue: 80_000_000 };
  expect(body).toMatchObject({
    startedAt: clock.nowMs,
    version: "0.1.0+6a8872e5",
    instance: "oms-1",
    isDemonstration: false,
    contactUrl: "https://crm.example/{accountId}",
    callDueBy: "17:00",
    callDueDays: 2,
    watchers: [{ name: "one", shards: 3 }],
    unwatchedShards: 61,
    feed: { status: "silent", silentSince: 5, isSimulated: false },
    store: { engine: "sqlite", catalogVersion: 1, ratesVersion: 1, holidaysVersion: 0 },
    counts: { opened: 0, ended: 0 },
    figures: {
      ...shared,
      needed: 2_000_000,
      positionCount: 1,
      accountCount: 2,
      oldestPriceTime: clock.nowMs,
      newestPriceTime: clock.nowMs,
    },
  });
});

test.each([
  ["viewer", false],
  ["operator", true],
] as const)("200: tells a token of the role %s whether it may act: %s", async (role, mayAct) => {
  const { ask } = await planDesk();
  const { body } = await checkAnswer("operator.getStatus", await ask("status", { role }));
  expect(body).toMatchObject({ mayAct });
});
