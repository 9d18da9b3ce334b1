import { expect } from "vitest";
import { cover, rates } from "../../testing/acts.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

type Figure = {
  readonly name: string;
  readonly value: unknown;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, number>>;
};
type Explained = {
  readonly figures: readonly Figure[];
  readonly positions: readonly { readonly symbol: string; readonly figures: readonly Figure[] }[];
};

/** The worked examples without a cover, and with the cover that they need for the call rate. */
const examples = [
  {
    account: "888C000017",
    symbol: "FPT",
    needVnd: 2_000_000,
    before: {
      totalEquityVnd: 80_000_000,
      maintenanceMarginVnd: 40_000_000,
      tradingPowerVnd: 20_000_000,
      dealRatio: 0.375,
      isCalled: true,
      isForceClosed: false,
      neededVnd: 2_000_000,
      neededForRatioVnd: 10_000_000,
      callTrigger: { numeratorVnd: "50000000000000", denominator: "600000000" },
    },
    after: {
      totalEquityVnd: 80_000_000,
      maintenanceMarginVnd: 42_000_000,
      tradingPowerVnd: 18_000_000,
      dealRatio: 0.4,
      isCalled: false,
    },
    callBefore: "≈ 83,333.33",
    callAfter: "80,000",
  },
  {
    account: "888C000027",
    symbol: "41I1F6000",
    needVnd: 1_566_000,
    before: {
      totalEquityVnd: 40_000_000,
      maintenanceMarginVnd: 14_610_000,
      tradingPowerVnd: 17_590_000,
      dealRatio: 0.02464,
      isCalled: true,
      isForceClosed: false,
      neededVnd: 1_566_000,
      neededForRatioVnd: 7_410_000,
    },
    after: {
      totalEquityVnd: 40_000_000,
      maintenanceMarginVnd: 16_176_000,
      tradingPowerVnd: 16_024_000,
      dealRatio: 0.03,
      isCalled: false,
    },
    callBefore: "≈ 146,907,216.49 (≈ 1,469.07)",
    callAfter: "146,100,000 (1,461)",
  },
  {
    account: "888C000037",
    symbol: "41I1F9000",
    needVnd: 2_190_000,
    before: {
      totalEquityVnd: 40_000_000,
      maintenanceMarginVnd: 15_000_000,
      tradingPowerVnd: 17_200_000,
      dealRatio: 0.0227,
      isCalled: true,
      isForceClosed: false,
      neededVnd: 2_190_000,
      neededForRatioVnd: 8_190_000,
    },
    after: {
      totalEquityVnd: 40_000_000,
      maintenanceMarginVnd: 17_190_000,
      tradingPowerVnd: 15_010_000,
      dealRatio: 0.03,
      isCalled: false,
    },
    callBefore: "≈ 148,936,893.20 (≈ 1,489.37)",
    callAfter: "150,000,000 (1,500)",
  },
] as const;

const test = worldTestAfter("demo load");

test.for(examples)(
  "explains $symbol of $account to the last dong, before and after its cover",
  async ({ account, symbol, needVnd, before, after, callBefore, callAfter }, { world }) => {
    const line = `margin explain --account ${account} --symbol ${symbol}`;
    const explain = async () => valuesOf((await world.json(line)) as Explained);
    const callTrigger = async () => /^callTrigger +(.+?) {2}/m.exec((await world.oms(line)).stdout)?.[1];
    expect(await explain()).toMatchObject(before);
    expect(await callTrigger()).toBe(callBefore);
    await cover(account, symbol, needVnd)(world);
    expect(await explain()).toMatchObject(after);
    expect(await callTrigger()).toBe(callAfter);
  },
);

function valuesOf({ figures, positions }: Explained): Record<string, unknown> {
  const all = [...figures, ...positions.flatMap((position) => position.figures)];
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

test("prints each figure with formula and inputs, and ratios as decimals", async ({ world }) => {
  const { exitCode, stdout, stderr } = await world.oms("margin explain --account 888C000017");
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const lines = stdout.split("\n").map((line) => line.replaceAll(/ {2,}/g, " | "));
  expect(lines[0]).toBe("Account 888C000017");
  expect(lines).toContain(
    "tradingPowerVnd | 20,000,000 | totalEquityVnd + min(0, resultsVnd) − maintenanceMarginVnd | totalEquityVnd 80,000,000; resultsVnd -20,000,000; maintenanceMarginVnd 40,000,000",
  );
  expect(lines).toContain("FPT, 1,000, marked 80,000, at the reference");
  expect(lines).toContain(
    "dealRatio | 0.375 | ⌊(postedVnd + coveredVnd + unrealizedVnd) ÷ marketVnd × 1000000⌋ ÷ 1000000 | postedVnd 50,000,000; coveredVnd 0; unrealizedVnd -20,000,000; marketVnd 80,000,000",
  );
  expect(lines).toContain(
    "isCalled | yes | marginCallRate > 0 and dealRatio < marginCallRate | marginCallRate 0.4; dealRatio 0.375",
  );
});

test("prints formula and inputs as JSON as well", async ({ world }) => {
  const explained = (await world.json("margin explain --account 888C000017")) as Explained;
  expect(explained.figures[1]).toEqual({
    name: "maintenanceMarginVnd",
    value: 40_000_000,
    formula: "requirementsVnd + coversVnd",
    inputs: { requirementsVnd: 40_000_000, coversVnd: 0 },
  });
  expect(explained.positions[0]?.figures[3]).toEqual({
    name: "dealRatio",
    value: 0.375,
    formula: "⌊(postedVnd + coveredVnd + unrealizedVnd) ÷ marketVnd × 1000000⌋ ÷ 1000000",
    inputs: { postedVnd: 50_000_000, coveredVnd: 0, unrealizedVnd: -20_000_000, marketVnd: 80_000_000 },
  });
});

test("explains every position, or that of --symbol", async ({ world }) => {
  const symbolsOf = async (line: string) =>
    ((await world.json(line)) as Explained).positions.map(({ symbol }) => symbol);
  expect(await symbolsOf("margin explain --account 888C000018")).toEqual(["ACV", "HPG", "SHS", "VCB"]);
  expect(await symbolsOf("margin explain --account 888C000018 --symbol HPG")).toEqual(["HPG"]);
});

test("has no trigger for a rate of 0", async ({ world }) => {
  await rates({ level: "symbol", name: "FPT" }, [500_000n, 400_000n, 0n])(world);
  const { stdout } = await world.oms("margin explain --account 888C000017");
  expect(stdout).toMatch(/^forceCloseTrigger +none {2}/m);
  expect(valuesOf((await world.json("margin explain --account 888C000017")) as Explained)).toMatchObject({
    forceCloseTrigger: null,
    isForceClosed: false,
  });
});

test.for([
  ["--account A-1", "There is no account A-1; open it first."],
  ["--account 888C000017 --symbol VNM", "The account has no position in VNM."],
  ["--account 888C000017 --symbol NONE", "The account has no position in NONE."],
] as const)("refuses margin explain %s", async ([words, message], { world }) => {
  expect(await world.oms(`margin explain ${words}`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `${message}\n`,
  });
});
