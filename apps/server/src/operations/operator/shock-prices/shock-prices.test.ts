/** A shock as the operation answers it, and the rows that it refuses. */
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planDesk, planNear } from "../../../testing/plan-desk.ts";

test("200: tells what would be called and needed, and changes nothing", async () => {
  const { ask, projection } = await planDesk();
  const before = projection.version();
  const json = { percents: [{ scope: "all", percent: -7 }] };
  const { body } = await checkAnswer("operator.shockPrices", await ask("shock", { json }));
  expect(body).toMatchObject({
    positionCount: 1,
    movedCount: 1,
    before: { called: 1, forceClose: 0, needed: 2_000_000, outstanding: 1_500_000, marketValue: 80_000_000 },
    after: { called: 1, forceClose: 0, needed: 5_360_000, outstanding: 4_860_000, marketValue: 74_400_000 },
    worst: [
      {
        accountId: "888C000017",
        userId: "demo",
        calledBefore: 1,
        calledAfter: 1,
        outstandingBefore: 1_500_000,
        outstandingAfter: 4_860_000,
      },
    ],
  });
  const { histogram } = body as unknown as {
    readonly histogram: readonly { readonly from: number | null }[];
  };
  expect(histogram.map(({ from }) => from).slice(0, 3)).toEqual([null, 0, 0.05]);
  expect(histogram).toHaveLength(22);
  expect(histogram.find(({ from }) => from === 0.3)).toEqual({ from: 0.3, currentCount: 0, movedCount: 1 });
  expect(projection.version()).toBe(before);
});

const all = { percents: [{ scope: "all", percent: -7 }] };

/** A desk whose shocks wait until `release`; `turns` counts how often one gave others their turn. */
async function planHeldShocks() {
  const desk = await planDesk();
  const gate = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const turns = { count: 0 };
  Object.defineProperty(desk.projection, "yieldToEventLoop", {
    value: () => {
      turns.count += 1;
      began.resolve();
      return gate.promise;
    },
  });
  return { ...desk, turns, release: gate.resolve, began: began.promise };
}

test("503: when three wait behind the one that runs", async () => {
  const { ask, turns, release, began } = await planHeldShocks();
  const sent = Array.from({ length: 5 }, (_, viewer) =>
    ask("shock", { json: all, userId: `desk-${viewer}` }),
  );
  const refused = await Promise.race(sent);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  await began;
  expect(turns.count).toBe(1);
  release();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 503]);
  expect((await ask("shock", { json: all })).status).toBe(200);
});

test("503: a second one of a viewer, which keeps no other viewer out", async () => {
  const { ask, release, began } = await planHeldShocks();
  const own = ask("shock", { json: all });
  await began;
  const refused = await Promise.race([own, ask("shock", { json: all })]);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  const more = Array.from({ length: 4 }, () => ask("shock", { json: all }));
  const other = ask("shock", { json: all, userId: "desk-2" });
  await Promise.all(more);
  release();
  expect((await Promise.all([own, other])).map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask("shock", { json: all })).status).toBe(200);
});

test("400: sums beyond 2^53 − 1 are refused and not rounded", async () => {
  const { ask } = await planNear();
  const answer = await ask("shock", { json: { prices: [{ symbol: "FPT", price: 8_000_000_000_000 }] } });
  const { status, body } = await checkAnswer("operator.shockPrices", answer);
  expect(status).toBe(200);
  expect(body).toMatchObject({ after: { marketValue: 8_800_000_000_000_000 } });
  const refused = await ask("shock", { json: { prices: [{ symbol: "FPT", price: 9_000_000_000_000 }] } });
  expect((await checkAnswer("operator.shockPrices", refused)).body).toMatchObject({
    status: 400,
    details: [{ field: "prices", message: expect.stringContaining("9,007,199,254,740,991") }],
  });
});

test("a shock ends when its caller has gone", async () => {
  const { answer, tokenOf, release, began, projection } = await planHeldShocks();
  const caller = new AbortController();
  const asking = answer(
    new Request("http://127.0.0.1/operator/v0/shock", {
      method: "POST",
      headers: {
        authorization: `Bearer ${await tokenOf("desk-1", undefined, "viewer")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(all),
      signal: caller.signal,
    }),
  );
  await began;
  let valuedCount = 0;
  const { value } = projection;
  projection.value = (...given) => {
    valuedCount += 1;
    return value.apply(projection, given);
  };
  caller.abort();
  release();
  expect((await asking).status).toBe(503);
  expect(valuedCount).toBe(0);
});

test("200: takes prices and fractions of a percent", async () => {
  const { ask } = await planDesk();
  const price = { prices: [{ symbol: "FPT", price: 90_000 }] };
  const { body } = await checkAnswer("operator.shockPrices", await ask("shock", { json: price }));
  expect(body).toMatchObject({ after: { called: 0, marketValue: 90_000_000 } });
  const percent = { percents: [{ scope: "symbol", name: "FPT", percent: -0.12 }] };
  const { body: moved } = await checkAnswer("operator.shockPrices", await ask("shock", { json: percent }));
  expect(moved).toMatchObject({ movedCount: 0 });
});

test.each([
  [{}, "percents"],
  [{ percents: [] }, "percents"],
  [
    {
      percents: [
        { scope: "all", percent: 1 },
        { scope: "symbol", name: "XYZ", percent: 1 },
      ],
    },
    "percents.1",
  ],
  [{ percents: [{ scope: "group", name: "ABC", percent: 1 }] }, "percents.0"],
  [{ percents: [{ scope: "all", percent: -100 }] }, "percents.0.percent"],
  [{ percents: [{ scope: "all", percent: 1 }], prices: [{ symbol: "FPT", price: 80_010 }] }, "prices.0"],
  [{ prices: [{ symbol: "FPT", price: 80_000.0001 }] }, "prices.0.price"],
  [
    {
      prices: [
        { symbol: "FPT", price: 80_000 },
        { symbol: "FPT", price: 80_000 },
      ],
    },
    "prices.1",
  ],
])("400: %j, naming %s", async (json, field) => {
  const { ask } = await planDesk();
  const { status, body } = await checkAnswer("operator.shockPrices", await ask("shock", { json }));
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: [{ field }] });
});
