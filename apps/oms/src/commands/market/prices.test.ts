import { expect } from "vitest";
import { plannedAtMs } from "../../testing/plan-world.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load");

test("marks the position at a manual price and shows its time", async ({ world }) => {
  expect(await world.oms("prices set FPT 81000")).toEqual({
    exitCode: 0,
    stdout: "The price of FPT is 81,000 since 2025-06-02T03:00:00Z.\n",
    stderr: "",
  });
  expect(await world.json("accounts show 888C000017")).toMatchObject({
    maintenanceMarginVnd: 40_500_000,
    tradingPowerVnd: 20_500_000,
    positions: [{ marketVnd: 81_000_000, markedUnitVnd: 81_000, markedAtMs: plannedAtMs }],
  });
  for (const line of ["positions list 888C000017", "accounts show 888C000017"]) {
    expect((await world.oms(line)).stdout).toMatch(/ called {2}2025-06-02T03:00:00Z\n$/);
  }
});

test("lists prices by symbol, with time and origin", async ({ world }) => {
  await world.withStore((store) =>
    store.setMarks([{ symbol: "FPT", price: 81_000_000n, atMs: plannedAtMs, isByHand: false }], {
      nowMs: plannedAtMs,
    }),
  );
  await world.oms("prices set 41I1F6000 1461.5", { now: () => plannedAtMs + 60_000 });
  expect((await world.oms("prices list")).stdout).toBe(
    [
      "SYMBOL       PRICE  SINCE                 BY",
      "41I1F6000  1,461.5  2025-06-02T03:01:00Z  hand",
      "FPT         81,000  2025-06-02T03:00:00Z  feed",
      "",
    ].join("\n"),
  );
  expect(await world.json("prices list")).toEqual([
    { symbol: "41I1F6000", price: 1461.5, markedAtMs: plannedAtMs + 60_000, byHand: true },
    { symbol: "FPT", price: 81_000, markedAtMs: plannedAtMs, byHand: false },
  ]);
});

test("prints an empty list as JSON, and a message without --json, if there are no prices", async ({
  world,
}) => {
  expect(await world.json("prices list")).toEqual([]);
  expect((await world.oms("prices list")).stderr).toBe("There are no prices.\n");
});

test("does not replace a newer price, and shows it", async ({ world }) => {
  await world.oms("prices set FPT 81000", { now: () => plannedAtMs + 60_000 });
  expect(await world.oms("prices set FPT 79000")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "Nothing was changed: FPT has a newer price, 81,000.\n",
  });
});

test.for([
  ["FPT 80050", "Nothing was changed: 80,050 is not on a step of FPT, or is too large."],
  ["FPT 0", "Nothing was changed: 0 is not on a step of FPT, or is too large."],
  ["NONE 1000", "NONE is not listed."],
  ["fpt 80000", "fpt is not listed."],
  ["VN30F1M 1461", "VN30F1M is not listed."],
] as const)("refuses the price %s and sets nothing", async ([words, message], { world }) => {
  expect(await world.oms(`prices set ${words}`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `${message}\n`,
  });
  expect(await world.json("prices list")).toEqual([]);
});

test.for(["81.000", "81,000", "81_000", "81000"])(
  "takes the price %s as 81,000 VND",
  async (typed, { world }) => {
    expect((await world.oms(`prices set FPT ${typed}`)).stdout).toContain("The price of FPT is 81,000 since");
  },
);

test("refuses an unusual price without --confirm, and audits the one that is confirmed with its reason", async ({
  world,
}) => {
  expect(await world.oms("prices set FPT 60000")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      "Nothing was changed: 60,000 lies outside the band of FPT, 74,400 to 85,600; confirm it if it is meant.\n",
  });
  await world.oms("prices set FPT 60000 --confirm --by lan --reason fallen");
  expect((await world.oms("audit list --chain prices")).stdout.replaceAll(/ {2,}/g, "  ")).toMatch(
    /operator lan {2}price {2}FPT {2}none {2}60,000 {2}TX-\d+ {2}fallen\n$/,
  );
  expect(await world.json("audit list --chain prices")).toMatchObject([
    { kind: "price", chain: "prices", before: { symbol: "FPT" }, after: { symbol: "FPT", price: 60_000 } },
  ]);
});
