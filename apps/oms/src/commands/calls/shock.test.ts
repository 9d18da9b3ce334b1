import { expect } from "vitest";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load");

test("tells what would be called and needed, and changes nothing", async ({ world }) => {
  expect(await world.oms("margin shock --all -7 --symbol FPT=-10 --price HPG=22000")).toEqual({
    exitCode: 0,
    stdout: [
      "Of 9 positions 9 have another price.",
      "",
      "                                      NOW           THEN",
      "below the margin call rate              3              4",
      "below the force close rate              0              2",
      "needed, VND                     5,756,000     49,318,600",
      "outstanding, VND                5,756,000     49,318,600",
      "market value, VND           1,677,750,000  1,544,330,000",
      "",
      "ACCOUNT     USER    CALLED NOW  THEN  OUTSTANDING NOW, VND   THEN, VND",
      "888C000027  demo-2           1     1             1,566,000  21,392,800",
      "888C000047  demo             0     1                     0  19,625,800",
      "888C000017  demo             1     1             2,000,000   6,800,000",
      "888C000018  demo             0     1                     0   1,500,000",
      "",
    ].join("\n"),
    stderr: "",
  });
  expect(await world.json("margin shock --all 0")).toMatchObject({ movedCount: 0 });
});

test("moves an exchange and a group, and as JSON gives the histogram", async ({ world }) => {
  expect(await world.json("margin shock --exchange HNX=-5")).toMatchObject({
    positionCount: 9,
    movedCount: 1,
  });
  expect(await world.json("margin shock --group STO=-5 --exchange HNX=-5")).toMatchObject({ movedCount: 4 });
  const { histogram } = (await world.json("margin shock --exchange DERIVATIVES=-0.5")) as {
    readonly histogram: readonly { readonly from: number | null; readonly currentCount: number }[];
  };
  expect(histogram.map(({ from }) => from).slice(0, 3)).toEqual([null, 0, 0.05]);
  expect(histogram.reduce((sum, { currentCount }) => sum + currentCount, 0)).toBe(9);
});

test.for([
  ["", 2, "No price moves: write at least one option, such as --all -7."],
  ["--all seven", 2, '--all is "seven": write a percentage from -99 to 1000, such as -7 or -7.5.'],
  ["--all -99.5", 2, '--all is "-99.5"'],
  ["--symbol FPT", 2, '--symbol is "FPT": write a name and a number, such as FPT=-10.'],
  ["--price FPT", 2, '--price is "FPT": write a name and a number, such as FPT=80000.'],
  ["--symbol XYZ=1", 1, "XYZ is not listed."],
  ["--group ABC=1", 1, "No listed instrument has the group ABC."],
  ["--symbol FPT=1 --price FPT=80000", 1, "Two rows move FPT: keep one."],
  ["--price FPT=80010", 1, "The price is not on a step of FPT."],
] as const)("refuses %j", async ([options, exitCode, message], { world }) => {
  const run = await world.oms(`margin shock ${options}`);
  expect([run.exitCode, run.stderr]).toEqual([exitCode, expect.stringContaining(message)]);
});
