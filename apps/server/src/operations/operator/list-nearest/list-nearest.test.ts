/** Who is called next, as the operation answers it. */
import { setPrice } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planDesk, planNear } from "../../../testing/plan-desk.ts";

test("200: tells how far a price may move", async () => {
  const { ask, clock } = await planNear();
  const { body } = await checkAnswer("operator.listNearest", await ask("nearest"));
  expect(body).toEqual({
    total: 1,
    positions: [
      {
        accountId: "888C000452",
        userId: "demo-2",
        symbol: "FPT",
        quantity: 100,
        price: 80_000,
        priceTime: clock.nowMs,
        callPrice: 66_600,
        distance: 0.1675,
        steps: 134,
        dealRatio: 0.5,
        marginCallRate: 0.4,
      },
    ],
  });
  const { body: none } = await checkAnswer("operator.listNearest", await ask("nearest?offset=1"));
  expect(none).toEqual({ total: 1, positions: [] });
});

test("200: a called position is not there", async () => {
  const { ask } = await planDesk();
  const { body } = await checkAnswer("operator.listNearest", await ask("nearest"));
  expect(body).toEqual({ total: 0, positions: [] });
});

test("304: an unchanged page, and 200 after another price", async () => {
  const { ask, services, turn, clock } = await planNear();
  const headers = { "if-none-match": (await ask("nearest")).headers.get("etag") ?? "" };
  expect((await ask("nearest", { headers })).status).toBe(304);
  clock.nowMs += 1_000;
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_100_000n });
  await turn();
  expect((await ask("nearest", { headers })).status).toBe(200);
});
