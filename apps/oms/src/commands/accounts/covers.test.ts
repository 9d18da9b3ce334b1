import { expect } from "vitest";
import { plannedAtMs } from "../../testing/plan-world.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load");

test("clears the call of the first worked example with a cover that reaches the call rate", async ({
  world,
}) => {
  expect(await world.oms("covers set 888C000017 FPT 2,000,000")).toEqual({
    exitCode: 0,
    stdout: [
      "The covered amount of FPT is 2,000,000 VND now; it was 0 VND.",
      "The account 888C000017 has a maintenance margin of 42,000,000 VND and a trading power of 18,000,000 VND.",
      "",
    ].join("\n"),
    stderr: "",
  });
  expect(await world.json("accounts show 888C000017")).toMatchObject({
    totalEquityVnd: 80_000_000,
    positions: [{ coveredVnd: 2_000_000, dealRatio: 0.4, isCalled: false }],
  });
});

test.for([
  ["888C000027 41I1F6000 1566000", { maintenanceMarginVnd: 16_176_000, tradingPowerVnd: 16_024_000 }],
  ["888C000037 41I1F9000 2190000", { maintenanceMarginVnd: 17_190_000, tradingPowerVnd: 15_010_000 }],
] as const)("sets the cover %s of a worked example, long or short", async ([words, figures], { world }) => {
  expect(await world.json(`covers set ${words}`)).toMatchObject({ status: "success", ...figures });
});

test("returns the figures after the cover as JSON", async ({ world }) => {
  expect(await world.json("covers set 888C000017 FPT 1_000_000")).toEqual({
    status: "success",
    message: "The covered amount of FPT is 1,000,000 VND now; it was 0 VND.",
    accountId: "888C000017",
    symbol: "FPT",
    amountVnd: 1_000_000,
    coveredVnd: 1_000_000,
    maintenanceMarginVnd: 41_000_000,
    tradingPowerVnd: 19_000_000,
    isRepeat: false,
  });
});

test("refuses with the reason what the rules do not allow, and changes nothing", async ({ world }) => {
  const message =
    "Nothing was changed: raising the covered amount of FPT by 25,000,000 VND takes more than the trading power of 20,000,000 VND; at most 20,000,000 VND can be covered.";
  expect(await world.oms("covers set 888C000017 FPT 25,000,000")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `${message}\n`,
  });
  expect(await world.json("covers set 888C000017 FPT 25,000,000")).toEqual({
    refused: { code: "cover_not_allowed", message },
  });
  const audits = await world.json("audit list --chain 888C000017");
  expect(audits).not.toMatchObject(expect.arrayContaining([expect.objectContaining({ kind: "cover" })]));
  expect(await world.json("accounts show 888C000017")).toMatchObject({ tradingPowerVnd: 20_000_000 });
});

test("lowers a cover in a session only on a manual price of the same trading day", async ({ world }) => {
  await world.oms("covers set 888C000017 FPT 5000000");
  expect(await world.oms("covers set 888C000017 FPT 4000000")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("the last price of FPT is too old"),
  });
  await world.oms("prices set FPT 80000 --confirm");
  const later = { now: () => plannedAtMs + 24 * 3_600_000 };
  expect(await world.oms("covers set 888C000017 FPT 4000000", later)).toMatchObject({ exitCode: 1 });
  expect(await world.oms("covers set 888C000017 FPT 4000000")).toMatchObject({ exitCode: 0 });
});

test("lowers a cover on an old price on a holiday, when there is no session", async ({ world }) => {
  await world.oms("covers set 888C000017 FPT 5000000");
  await world.oms("holidays set 2025-06-03");
  expect(await world.oms("covers set 888C000017 FPT 4000000")).toMatchObject({ exitCode: 1 });
  await world.oms("holidays set 2025-06-02");
  expect(await world.oms("covers set 888C000017 FPT 4000000")).toMatchObject({ exitCode: 0 });
});

test("sets a cover once under an id, and shows time and figures of the first answer on a repeat", async ({
  world,
}) => {
  const line = "covers set 888C000017 FPT 2,000,000 --id C-1";
  const first = await world.oms(line);
  expect(first.exitCode).toBe(0);
  await world.oms("covers set 888C000017 FPT 3,000,000");
  expect(await world.oms(line, { now: () => plannedAtMs + 60_000 })).toEqual({
    exitCode: 0,
    stdout: [
      "Nothing was changed now; done already at 2025-06-02T03:00:00Z with this answer: The covered amount of FPT is 2,000,000 VND now; it was 0 VND.",
      "The account 888C000017 had a maintenance margin of 42,000,000 VND and a trading power of 18,000,000 VND.",
      "",
    ].join("\n"),
    stderr: "",
  });
  expect(await world.json(line)).toMatchObject({
    coveredVnd: 2_000_000,
    isRepeat: true,
    firstDoneAtMs: plannedAtMs,
  });
  expect(await world.json("accounts show 888C000017")).toMatchObject({
    positions: [{ coveredVnd: 3_000_000 }],
  });
  expect(await world.json("audit list --chain 888C000017")).toHaveLength(5 + 5);
  const refused = "covers set 888C000017 FPT 25,000,000 --id C-2";
  const { stderr } = await world.oms(refused);
  expect((await world.oms(refused)).stderr).toBe(`Refused already at 2025-06-02T03:00:00Z: ${stderr}`);
  expect(await world.oms("covers set 888C000017 FPT 2,000,001 --id C-1")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "The id C-1 belongs to another change of this user.\n",
  });
});

test("refuses an id of another change before it looks for the position", async ({ world }) => {
  await world.oms("covers set 888C000017 FPT 2,000,000 --id C-1");
  for (const symbol of ["NONE", "fpt"]) {
    expect(await world.oms(`covers set 888C000017 ${symbol} 1 --id C-1`)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "The id C-1 belongs to another change of this user.\n",
    });
  }
});

test("stores an id in the same form as the API", async ({ world }) => {
  await world.oms("covers set 888C000017 FPT 2,000,000 --id C-1");
  const kept = await world.withStore((store) => store.readOutcome("demo", "C-1"));
  // SHA-256 of ["888C000017","FPT","2000000"].
  expect(kept?.fingerprint).toBe("6671dcf0f88f1b50923f4104ecb9c905fb0cc838bea6ce9473ab546492772759");
});

test("records the operator in the audit: --by, else USER, else oms", async ({ world }) => {
  const environment = { DATA_DIR: world.pathOf("."), USER: "minh" };
  await world.oms("covers set 888C000017 FPT 1 --by lan", { environment });
  await world.oms("covers set 888C000017 FPT 2", { environment });
  await world.oms("covers set 888C000017 FPT 3");
  const audits = (await world.json("audit list --chain 888C000017")) as { readonly kind: string }[];
  expect(audits.filter(({ kind }) => kind === "cover")).toMatchObject([
    { actor: { kind: "operator", name: "lan" } },
    { actor: { kind: "operator", name: "minh" } },
    { actor: { kind: "operator", name: "oms" } },
  ]);
});

test.for(["-1", "-2,000,000", "9007199254740992", "99999999999999999999"])(
  "refuses and quotes an amount of %s",
  async (amount, { world }) => {
    expect(await world.oms(`covers set 888C000017 FPT ${amount}`)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `AMOUNT ${amount} is refused: The amount has to be 0 to 9,007,199,254,740,991 VND.\n`,
    });
  },
);

test("accepts the smallest and the largest amount, and lets the rules decide", async ({ world }) => {
  expect(await world.oms("covers set 888C000017 FPT 0")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("The covered amount of FPT is 0 VND already."),
  });
  expect(await world.oms("covers set 888C000017 FPT 9007199254740991")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("takes more than the trading power"),
  });
});

test.for([
  ["A-1 FPT", "There is no account A-1; open it first."],
  ["888C000017 VNM", "The account 888C000017 has no position in VNM."],
  ["888C000017 NONE", "The account 888C000017 has no position in NONE."],
  ["888C000017 fpt", "The account 888C000017 has no position in fpt."],
  ["888C000027 VN30F1M", "The account 888C000027 has no position in VN30F1M."],
] as const)("refuses a cover for %s, which does not exist", async ([words, message], { world }) => {
  expect(await world.oms(`covers set ${words} 1`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `${message}\n`,
  });
});
