import { expect, test } from "vitest";
import { askOperator } from "../../../testing/ask-operator.ts";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { exDate, planExDate } from "../../../testing/plan-ex-date.ts";
import { heldKey } from "../../../testing/plan-held.ts";
import type { PlannedServer } from "../../../testing/plan-server.ts";

const doubling = { date: exDate, factor: { numerator: 2, denominator: 1 }, reason: "Stock dividend" };

async function ask(server: PlannedServer, operation: "adjustPositions" | "releaseCalls", json: object) {
  const path = operation === "adjustPositions" ? "adjustments" : "release";
  const response = await askOperator(server, "POST", `instruments/FPT/${path}`, { json });
  return (await checkAnswer(`operator.${operation}`, response)).body;
}

async function listHeldBack(server: PlannedServer) {
  return (await checkAnswer("operator.listHeldBack", await askOperator(server, "GET", "held-back"))).body;
}

test("an ex-date is listed until the positions are adjusted, which happens once", async () => {
  const server = await planExDate();
  expect(await listHeldBack(server)).toEqual({
    heldBack: [
      {
        ...{ symbol: "FPT", cause: "moved", date: exDate, referencePrice: 40_000 },
        ...{ previousDay: "2026-11-16", previousClosePrice: 80_000 },
      },
    ],
    withoutPreviousClose: [],
    suspectedFeedErrors: [],
  });
  expect(await ask(server, "adjustPositions", { ...doubling, dryRun: true })).toMatchObject({
    adjustedCount: 1,
  });
  expect(await ask(server, "adjustPositions", doubling)).toMatchObject({
    ...{ status: "success", message: "1 position in FPT was adjusted.", id: "factor", adjustedCount: 1 },
    ...{ openedCallCount: 0, endedCallCount: 0, isComplete: true },
  });
  expect(await ask(server, "adjustPositions", doubling)).toMatchObject({
    adjustedCount: 0,
    isComplete: true,
  });
  expect((await server.services.store.readAccount(heldKey))?.positions).toMatchObject([
    { quantity: 2_000n, entryVnd: 100_000_000n },
  ]);
  expect(await listHeldBack(server)).toMatchObject({ heldBack: [] });
});

test("a symbol is released once, and an adjustment of the day before its reference price is refused", async () => {
  const server = await planExDate();
  const reason = "No corporate action";
  expect(await ask(server, "releaseCalls", { reason })).toMatchObject({ status: "success" });
  expect(await ask(server, "releaseCalls", { reason })).toMatchObject({
    ...{ status: "failed", code: "not_held_back" },
  });
  server.clock.nowMs += 24 * 3_600_000;
  expect(await ask(server, "adjustPositions", { ...doubling, date: "2026-11-18" })).toMatchObject({
    ...{ status: "failed", code: "reference_unknown", adjustedCount: 0, isComplete: false },
  });
});

test("one account takes up its rights", async () => {
  const server = await planExDate();
  const rights = { quantity: 500, paidAmount: 5_000_000 };
  const given = { date: exDate, reason: "Rights", accountId: heldKey.accountId, rights };
  expect(await ask(server, "adjustPositions", given)).toMatchObject({ id: "rights", adjustedCount: 1 });
  expect(await ask(server, "adjustPositions", given)).toMatchObject({ adjustedCount: 0, doneBeforeCount: 1 });
  expect((await server.services.store.readAccount(heldKey))?.positions).toMatchObject([
    { quantity: 1_500n, entryVnd: 105_000_000n, postedVnd: 52_500_000n },
  ]);
});
