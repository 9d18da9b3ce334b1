import { expect } from "vitest";
import type { PlannedWorld } from "../../testing/plan-world.ts";
import { worldTest as test } from "../../testing/world-test.ts";

const share = { exchange: "HOSE", type: "stock", referencePrice: 80_000, lot: 100, minQuantity: 100 };
const catalog = [
  { ...share, symbol: "FPT", name: "FPT", companyName: "FPT", maxQuantity: 500_000 },
  { ...share, symbol: "VNM", name: "VNM", companyName: "Vinamilk", maxQuantity: 500_000 },
  {
    symbol: "41I1F6000",
    exchange: "DERIVATIVES",
    type: "future",
    name: "VN30F2506",
    companyName: "VN30 06/2025",
    referencePrice: 1461.5,
    lot: 1,
    minQuantity: 1,
    maxQuantity: 500,
    underlyingSymbolCode: "VN30",
    expirationDate: "2025-06-19",
    contractSize: 100_000,
  },
];

async function importCatalog(world: PlannedWorld): Promise<void> {
  const file = await world.write("catalog.json", JSON.stringify(catalog));
  expect(await world.oms(`instruments import ${file}`)).toMatchObject({ exitCode: 0 });
}

test("sets and lists rates of a symbol, a product or a group", async ({ world }) => {
  await importCatalog(world);
  await world.oms("rates set --symbol FPT --margin 0.5 --call .4 --force-close 0.3");
  await world.oms("rates set --product VN30F --margin 0.05 --call 0.03 --force-close 0.02");
  await world.oms("rates set --group STO --margin 1 --call 0.123456 --force-close 0");
  expect(await world.json("rates list")).toMatchObject([
    { level: "group", name: "STO", marginRatio: 1, marginCallRate: 0.123456, forceCloseRate: 0 },
    { level: "product", name: "VN30F", marginRatio: 0.05, marginCallRate: 0.03, forceCloseRate: 0.02 },
    { level: "symbol", name: "FPT", marginRatio: 0.5, marginCallRate: 0.4, forceCloseRate: 0.3 },
  ]);
  expect((await world.oms("rates list")).stdout).toContain(
    "group    STO         1  0.123456            0  open     2025-06-02T03:00:00Z\n",
  );
});

test("refuses rates out of order and sets nothing", async ({ world }) => {
  const { exitCode, stderr } = await world.oms(
    "rates set --group STO --margin 0.3 --call 0.4 --force-close 0.5",
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain("marginCallRate 0.4 is above marginRatio 0.3: lower it.");
  expect(await world.json("rates list")).toEqual([]);
});

test("sets unusual rates with a warning", async ({ world }) => {
  const { exitCode, stdout, stderr } = await world.oms(
    "rates set --group STO --margin 0.4 --call 0.4 --force-close 0.3",
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "Set the rates of the group STO.\n" });
  expect(stderr).toContain("Warning: marginCallRate is marginRatio, 0.4");
});

test.for([
  ["--symbol FTP", "FTP is not listed; did you mean FPT?"],
  ["--symbol NOPE", "NOPE is not listed; import it first."],
  [
    "--symbol VN30F1M",
    "VN30F1M is an alias, today of the contract 41I1F6000; name the symbol 41I1F6000 or the product VN30F.",
  ],
  ["--product FPT", "FPT is a symbol, not a product."],
  ["--product VN100F", "there is no product VN100F; write VN30F."],
  ["--group HOSE", "the group of HOSE is STO; write that."],
  ["--group X", "there is no group X; write STO, STX, UPX, DVX."],
])("refuses rates set %s and says what is meant", async ([target, message], { world }) => {
  await importCatalog(world);
  expect(await world.oms(`rates set ${target} --margin 0.5 --call 0.4 --force-close 0.3`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `Nothing was changed: ${message}\n`,
  });
  expect(await world.json("rates list")).toEqual([]);
});

test("removes rates, tells what they touched, and refuses what is not set", async ({ world }) => {
  await world.oms("demo load");
  await world.oms("rates set --symbol FPT --margin 0.5 --call 0 --force-close 0 --reason quiet --confirm");
  expect(await world.oms("rates remove --symbol FPT --by lan")).toEqual({
    exitCode: 0,
    stdout: "Removed the rates of the symbol FPT. Positions touched: 1; calls opened: 0; calls ended: 0.\n",
    stderr: "",
  });
  expect(await world.oms("rates remove --symbol FPT")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "Nothing was changed: the symbol FPT has no rates of its own.\n",
  });
  const [, before, after] = (await world.oms("audit list --chain rates")).stdout
    .replaceAll(/ {2,}/g, "  ")
    .split("\n")
    .slice(-4);
  expect(before).toMatch(/ rates {2}FPT {2}.* {2}0.5 0 0 {2}TX-\d+ {2}quiet$/);
  expect(after).toMatch(/operator lan {2}rates {2}FPT {2}0.5 0 0 {2}none {2}TX-\d+$/);
});

test("ends open calls only with --confirm", async ({ world }) => {
  await world.oms("demo load");
  const line = "rates set --group STO --margin 0.5 --call 0.3 --force-close 0.3";
  expect(await world.oms(line)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      "Nothing was changed: this would end 1 open call with 2,000,000 VND outstanding; confirm it if it is meant.\n",
  });
  expect(await world.json(`${line} --confirm`)).toMatchObject({
    warnings: [],
    ...{ calledCount: 0, calledOutstandingVnd: 0, endedCount: 1, endedOutstandingVnd: 2_000_000 },
  });
});

test("ends lending on a symbol, and begins it again", async ({ world }) => {
  await world.oms("demo load");
  const line = "rates set --symbol FPT --margin 0.5 --call 0.4 --force-close 0.3";
  await world.oms(`${line} --lending ended`);
  const increase = "positions set 888C000017 FPT --quantity 2000 --price 80000";
  expect(await world.oms(increase)).toMatchObject({
    exitCode: 1,
    stderr:
      "Lending on FPT has ended: a position in it can be reduced or closed, but neither opened nor increased.\n",
  });
  expect((await world.oms("audit list --chain rates")).stdout).toMatch(
    / none {2,}0.5 0.4 0.3 lending ended /,
  );
  await world.oms(line);
  expect((await world.oms("rates list")).stdout).toContain("  ended  ");
  await world.oms(`${line} --lending open`);
  expect(await world.oms(increase)).toMatchObject({ exitCode: 0 });
  expect((await world.oms(`${line} --lending closed`)).stderr).toContain(
    '--lending is "closed": write open or ended.',
  );
});
