import { expect } from "vitest";
import { worldTest as test } from "../testing/world-test.ts";

test("sets and lists rates of a symbol, a product or a group", async ({ world }) => {
  await world.oms("rates set --symbol FPT --margin 0.5 --call .4 --force-close 0.3");
  await world.oms("rates set --product VN30F --margin 0.05 --call 0.03 --force-close 0.02");
  await world.oms("rates set --group STO --margin 1 --call 0.123456 --force-close 0");
  expect(await world.json("rates list")).toMatchObject([
    { level: "group", name: "STO", marginRatio: 1, marginCallRate: 0.123456, forceCloseRate: 0 },
    { level: "product", name: "VN30F", marginRatio: 0.05, marginCallRate: 0.03, forceCloseRate: 0.02 },
    { level: "symbol", name: "FPT", marginRatio: 0.5, marginCallRate: 0.4, forceCloseRate: 0.3 },
  ]);
  expect((await world.oms("rates list")).stdout).toContain(
    "group    STO         1  0.123456            0  2025-06-02T03:00:00Z\n",
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
