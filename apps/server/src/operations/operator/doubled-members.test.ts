/** Holds that a member that stands twice in a body is refused, since readers differ about which one counts. */
import { expect, test } from "vitest";
import { askOperator, heldPosition, planOperated } from "../../testing/ask-operator.ts";
import { checkAnswer } from "../../testing/check-answer.ts";
import { heldKey } from "../../testing/plan-held.ts";

test.each([
  ["setCover", "PATCH", `${heldPosition}/cover`, '{"amount":1,"amount":2,"reason":"x"}', "amount"],
  ["setCover", "PATCH", `${heldPosition}/cover`, '{"amount":1,"reason":"x","\\u0061mount":1}', "amount"],
  [
    "moveCash",
    "POST",
    `accounts/${heldKey.accountId}/cash`,
    '{"kind":"deposit","amount":1,"reason":"a","reason":"b"}',
    "reason",
  ],
  [
    "shockPrices",
    "POST",
    "shock",
    '{"percents":[{"scope":"all","percent":1},{"scope":"all","percent":1,"percent":2}]}',
    "percent",
  ],
  [
    "shockPrices",
    "POST",
    "shock",
    '{"percents":[],"prices":[{"symbol":"FPT","price":1,"symbol":"HPG"}]}',
    "symbol",
  ],
  [
    "adjustPositions",
    "POST",
    "instruments/FPT/adjustments",
    '{"date":"2026-11-16","factor":{"numerator":2,"denominator":1,"numerator":3},"reason":"x"}',
    "numerator",
  ],
] as const)("%s, %s %s with %s names %s", async (operation, method, path, text, field) => {
  const server = await planOperated();
  const headers = { "content-type": "application/json" };
  const sent = await askOperator(
    { ...server, fetch: (to, init) => server.fetch(to, { ...init, body: text }) },
    method,
    path,
    { headers },
  );
  const { status, body } = await checkAnswer(`operator.${operation}`, sent);
  expect(status).toBe(400);
  expect(body["details"]).toEqual([{ field, message: "stands twice; write it once" }]);
});
