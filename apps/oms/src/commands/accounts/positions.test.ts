import { expect } from "vitest";
import { cover, deposit, price } from "../../testing/acts.ts";
import { plannedAtMs } from "../../testing/plan-world.ts";
import { readAudit } from "../../testing/read-store.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load", "accounts open A-1 --user u-1", deposit("A-1", 500_000_000));

test("sets, reduces and closes a position, and adds the results to the equity", async ({ world }) => {
  expect(await world.oms("positions set A-1 HPG --quantity 1_000 --price 26000")).toEqual({
    exitCode: 0,
    stdout: "A-1 holds 1,000 HPG, entered at 26,000,000 VND, realised 0 VND.\n",
    stderr: "",
  });
  expect(await world.json("positions reduce A-1 HPG --quantity 400 --price 27000")).toMatchObject({
    realizedVnd: 400_000,
    position: { symbol: "HPG", quantity: 600, entryVnd: 15_600_000 },
  });
  expect(await world.oms("positions close A-1 HPG --price 25000")).toMatchObject({
    stdout: "A-1 holds no HPG any more, realised -600,000 VND.\n",
  });
  expect(await world.json("accounts show A-1")).toMatchObject({ equityVnd: 499_800_000, positions: [] });
});

test("marks a position that is closed without a price", async ({ world }) => {
  await world.oms("positions set A-1 HPG --quantity 1000 --price 26000");
  expect((await world.oms("positions close A-1 HPG")).stdout).toBe(
    "A-1 holds 1,000 HPG, marked as closing.\n",
  );
  expect((await world.oms("positions list A-1")).stdout).toMatch(/ 0 {2}closing {2}at the reference\n$/);
});

test("refuses to set a position that is being closed, and cancels the closing with who and why", async ({
  world,
}) => {
  const set = "positions set A-1 HPG --quantity 1000 --price 26000";
  await world.oms(set);
  await world.oms("positions close A-1 HPG --by lan");
  expect(await world.oms(set)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      "The position in HPG is being closed; cancel the closing first, or reduce or close it at a price.\n",
  });
  expect(await world.oms("positions cancel-close A-1 HPG --by minh --reason withdrawn")).toEqual({
    exitCode: 0,
    stdout: "A-1 holds 1,000 HPG, which is not being closed any more.\n",
    stderr: "",
  });
  expect(await world.oms("positions cancel-close A-1 HPG")).toMatchObject({
    exitCode: 1,
    stderr: "The position in HPG is not being closed.\n",
  });
  expect(await world.oms(set)).toMatchObject({ exitCode: 0 });
  const [, , ...entries] = await readAudit(world, "A-1");
  const entry = { symbol: "HPG", quantity: 1_000n, entryVnd: 26_000_000n };
  expect(entries).toMatchObject([
    { kind: "closing", actor: { name: "lan" }, before: { isClosing: false }, after: { isClosing: true } },
    { kind: "closing", actor: { name: "minh" }, after: { isClosing: false }, reason: "withdrawn" },
    { kind: "entry", actor: { name: "oms" }, requestId: "TX-4", before: entry, after: entry },
  ]);
  expect(await world.json("audit verify --chain A-1")).toEqual({ chainCount: 1, linkCount: 5 });
});

test("records who did it: --by, else USER, else oms", async ({ world }) => {
  const environment = { DATA_DIR: world.pathOf("."), USER: "minh" };
  await world.oms("positions set A-1 HPG --quantity 1000 --price 26000 --by lan", { environment });
  await world.oms("positions close A-1 HPG", { environment });
  await world.oms("positions cancel-close A-1 HPG");
  expect((await readAudit(world, "A-1")).slice(-3)).toMatchObject([
    { actor: { kind: "operator", name: "lan" } },
    { actor: { kind: "operator", name: "minh" } },
    { actor: { kind: "operator", name: "oms" } },
  ]);
});

test("judges a position when its closing is cancelled, and calls it", async ({ world }) => {
  await world.oms("positions set A-1 FPT --quantity 1000 --price 80,000");
  await world.oms("positions close A-1 FPT");
  await price("FPT", "60,000")(world);
  await world.oms("positions cancel-close A-1 FPT");
  expect(stateOf(await world.json("positions list A-1"))).toBe("called");
});

test("takes an entry value in place of a price", async ({ world }) => {
  const set = "positions set A-1 HPG --quantity 300";
  expect((await world.oms(`${set} --price 25083.33`)).stderr).toContain("is not a price: write whole VND");
  expect(await world.oms(`${set} --entry-value 7,525,000`)).toMatchObject({
    stdout: "A-1 holds 300 HPG, entered at 7,525,000 VND, realised 0 VND.\n",
  });
  expect(await world.oms(`${set} --entry-value 0`)).toMatchObject({
    exitCode: 1,
    stderr: "An entry value is above 0.\n",
  });
  expect(await world.oms(`${set} --entry-value 7525000 --price 25000`)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--price and --entry-value are both given: leave out one of them."),
  });
  expect(await world.oms(set)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("the entry is missing: write --price or --entry-value."),
  });
});

test.for(["80,000", "80_000", "80000"])("accepts the price %s", async (price, { world }) => {
  const line = `positions set A-1 FPT --quantity 1,000 --price ${price}`;
  expect(await world.json(line)).toMatchObject({ position: { entryVnd: 80_000_000 } });
});

test("accepts separators in a price in points", async ({ world }) => {
  const line = "positions set A-1 41I1F6000 --quantity 1 --price 1,461.5";
  expect(await world.json(line)).toMatchObject({ position: { entryVnd: 146_150_000 } });
});

test("shows the same state in every command, and recovered where the call needs nothing and goes on", async ({
  world,
}) => {
  const account = "888C000017";
  const statesIn = async () => ({
    positions: stateOf(await world.json(`positions list ${account}`)),
    account: stateOf(((await world.json(`accounts show ${account}`)) as Shown).positions),
    watch: stateOf(((await world.json(`watch status --account ${account}`)) as Shown).called),
    text: /^FPT .* (\S+) {2}\S+$/m.exec((await world.oms(`positions list ${account}`)).stdout)?.[1],
    watchText: new RegExp(`^${account} .*2,000,000 {2}(\\S+) `, "m").exec(
      (await world.oms(`watch status --account ${account}`)).stdout,
    )?.[1],
  });
  const called = { positions: "called", account: "called", watch: "called" };
  expect(await statesIn()).toMatchObject({ ...called, watchText: "called" });
  // A ratio of 0.404761 begins no call and ends none.
  await price("FPT", "84,000")(world);
  const recovered = { positions: "recovered", account: "recovered", watch: "recovered", text: "recovered" };
  expect(await statesIn()).toMatchObject(recovered);
  // As the list of calls has it, before the notification, too.
  await price("FPT", "70,000")(world);
  const closed = { positions: "force-close", account: "force-close", watch: "force-close" };
  expect(await statesIn()).toMatchObject(closed);
  await world.oms(`positions close ${account} FPT`);
  expect(await statesIn()).toMatchObject({ positions: "closing", account: "closing", watch: "closing" });
});

test("shows call-due below the call rate until a notification was sent", async ({ world }) => {
  await world.oms("positions set A-1 FPT --quantity 1000 --price 80,000");
  expect(stateOf(await world.json("positions list A-1"))).toBe("open");
  await price("FPT", "60,000")(world);
  expect(stateOf(await world.json("positions list A-1"))).toBe("call-due");
  expect(await world.json("watch status --account A-1")).toMatchObject({ called: [] });
});

type Shown = Readonly<Record<"positions" | "called", unknown>>;

function stateOf(positions: unknown): unknown {
  return (positions as readonly { readonly state: unknown }[])[0]?.state;
}

test("shows a short position with a negative quantity", async ({ world }) => {
  const line = "positions set A-1 41I1F6000 --quantity -2 --price 1461.5";
  expect(await world.json(line)).toMatchObject({ position: { quantity: -2, entryVnd: 292_300_000 } });
  expect(await world.json("positions set A-1 41I1F6000 --quantity=-3 --price 1461.5")).toMatchObject({
    position: { quantity: -3 },
  });
});

test("accepts an average price off the steps if the entry value is whole", async ({ world }) => {
  expect(await world.json("positions set A-1 HPG --quantity 2 --price 26.033")).toMatchObject({
    position: { quantity: 2, entryVnd: 52_066 },
  });
  // A number of JSON is taken as it is.
  const rows = [
    { accountId: "A-1", symbol: "41I1F6000", quantity: 2, price: 1500.15 },
    { accountId: "A-1", symbol: "HPG", quantity: 2, price: 26000.5 },
  ];
  const file = await world.write("averages.json", JSON.stringify(rows));
  expect(await world.oms(`positions import ${file}`)).toMatchObject({ exitCode: 0 });
  expect(await world.json("positions list A-1")).toMatchObject([
    { symbol: "41I1F6000", entryVnd: 300_030_000 },
    { symbol: "HPG", entryVnd: 52_001 },
  ]);
});

test("leaves out and names figures too large for JSON, and prints them as text", async ({ world }) => {
  await world.oms("positions set A-1 41I1F6000 --quantity -2 --price 1461.5");
  const mark = { symbol: "41I1F6000", price: 90_000_000_000_000n, atMs: plannedAtMs, isByHand: false };
  await world.withStore((store) => store.setMarks([mark], { nowMs: plannedAtMs }));
  const { exitCode, stdout, stderr } = await world.oms("accounts show A-1 --json");
  expect(JSON.parse(stdout)).toMatchObject({
    totalEquityVnd: 500_000_000,
    positions: [{ entryVnd: 292_300_000 }],
  });
  expect(stdout).not.toContain("tradingPowerVnd");
  expect(stderr).toBe(
    "Left out, because no JSON number represents them exactly: tradingPowerVnd, marketVnd, unrealizedVnd, neededVnd. To see them, leave out --json.\n",
  );
  expect(exitCode).toBe(0);
  expect((await world.oms("accounts show A-1")).stdout).toContain("18,000,000,000,000,000");
  expect(await world.oms("margin explain --account A-1 --json")).toMatchObject({ exitCode: 0 });
  await expect(cover("A-1", "41I1F6000", 1)(world)).rejects.toThrow(
    "the amounts are too large: the trading power comes to -",
  );
});

test("shows the time of the price at which a position is marked", async ({ world }) => {
  await price("FPT", "81,000")(world);
  expect(await world.json("accounts show 888C000017")).toMatchObject({
    maintenanceMarginVnd: 40_500_000,
    tradingPowerVnd: 20_500_000,
    positions: [{ marketVnd: 81_000_000, markedUnitVnd: 81_000, markedAtMs: plannedAtMs }],
  });
  for (const line of ["positions list 888C000017", "accounts show 888C000017"])
    expect((await world.oms(line)).stdout).toMatch(/ called {2}2025-06-02T03:00:00Z\n$/);
});

test("aligns the numbers of the list", async ({ world }) => {
  expect((await world.oms("positions list 888C000017")).stdout).toBe(
    [
      "SYMBOL  QUANTITY    ENTRY VND  MARKET VND   RESULT VND  POSTED VND  COVERED VND  RATIO  CALL  NEEDED VND  STATE   MARKED",
      "FPT        1,000  100,000,000  80,000,000  -20,000,000  50,000,000            0  0.375   0.4   2,000,000  called  at the reference",
      "",
    ].join("\n"),
  );
});

test.for([
  ["set A-1 HPG --quantity 1 --price 0", "A price is above 0."],
  ["reduce 888C000017 FPT --quantity 1 --price 80050", "The price is not on a step of FPT."],
  ["set A-1 HPG --quantity 0 --price 26000", "A position has a quantity"],
  ["set A-1 VN30F1M --quantity 1 --price 1461", "VN30F1M is not listed"],
  ["reduce A-1 HPG --quantity 1 --price 26000", "The account has no position in HPG."],
  ["reduce 888C000017 FPT --quantity 1000 --price 80000", "A part of 1000 is 1 to 999"],
  ["close A-2 HPG", "There is no account A-2; open it first."],
])("refuses positions %s", async ([line, reason], { world }) => {
  const { exitCode, stdout, stderr } = await world.oms(`positions ${line}`);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toContain(reason);
});

test("lists the positions in expired contracts, and closes one at its settlement price", async ({
  world,
}) => {
  await world.oms("positions set A-1 41I1F6000 --quantity 2 --price 1.461,5");
  expect(await world.oms("positions expired")).toMatchObject({
    stdout: expect.not.stringContaining("A-1"),
    stderr: "There are no positions in expired contracts.\n",
  });
  // The day after the third Thursday of June 2025.
  const later = { now: () => Date.parse("2025-06-20T09:00:00+07:00") };
  expect((await world.oms("positions expired", later)).stdout).toMatch(
    /^A-1 +u-1 +41I1F6000 +2025-06-19 +2 +292,300,000 +0 +none$/m,
  );
  expect((await world.oms("positions list A-1", later)).stdout).toMatch(/^41I1F6000 .* expired /m);
  const set = "positions set A-1 41I1F6000 --quantity 3 --price 1461.5";
  expect((await world.oms(set, later)).stderr).toContain("41I1F6000 expired on 2025-06-19");
  expect((await world.oms("positions close A-1 41I1F6000 --price 1.460,23", later)).stdout).toBe(
    "A-1 holds no 41I1F6000 any more, realised -254,000 VND.\n",
  );
});
