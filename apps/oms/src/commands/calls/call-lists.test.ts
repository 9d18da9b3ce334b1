import { expect } from "vitest";
import { plannedAtMs } from "../../testing/plan-world.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load");

test("lists the open calls with what they need and when they are due", async ({ world }) => {
  const now = () => plannedAtMs + 2 * 86_400_000;
  expect(await world.oms("calls list", { now })).toEqual({
    exitCode: 0,
    stdout: [
      "3 calls need 5,756,000 VND.",
      "",
      "ACCOUNT     USER    SYMBOL     STATE   SINCE                 DUE                             RATIO  CALL  OUTSTANDING VND   PRICE  PRICED            CONTACT",
      "888C000017  demo    FPT        called  2025-05-30T02:00:00Z  2025-06-03T10:00:00Z overdue    0.375   0.4        2,000,000  80,000  at the reference  none",
      "888C000027  demo-2  41I1F6000  called  2025-05-30T02:00:00Z  2025-06-03T10:00:00Z overdue  0.02464  0.03        1,566,000   1,461  at the reference  none",
      "888C000037  demo-3  41I1F9000  called  2025-05-30T02:00:00Z  2025-06-03T10:00:00Z overdue   0.0227  0.03        2,190,000   1,500  at the reference  none",
      "",
    ].join("\n"),
    stderr: "",
  });
  const { stdout } = await world.oms("calls list --group STO --json", { now });
  expect(JSON.parse(stdout)).toEqual({
    total: 1,
    outstandingVnd: 2_000_000,
    neededVnd: 2_000_000,
    counts: { all: 3, overdue: 3, dueToday: 0, forceClose: 0, recovered: 0, withoutContact: 3 },
    calls: [
      {
        accountId: "888C000017",
        userId: "demo",
        symbol: "FPT",
        group: "STO",
        quantity: 1_000,
        state: "called",
        openedAtMs: Date.UTC(2025, 4, 30, 2),
        dueAtMs: Date.UTC(2025, 5, 3, 10),
        due: "overdue",
        dealRatio: 0.375,
        marginRatio: 0.5,
        marginCallRate: 0.4,
        forceCloseRate: 0.3,
        coveredVnd: 0,
        neededVnd: 2_000_000,
        outstandingVnd: 2_000_000,
        price: 80_000,
        markedAtMs: null,
        lastContact: null,
      },
    ],
  });
});

test("filters, orders and pages, and says that nothing is left", async ({ world }) => {
  const symbolsOf = async (options: string): Promise<string[]> => {
    const { calls } = (await world.json(`calls list ${options}`)) as { readonly calls: { symbol: string }[] };
    return calls.map(({ symbol }) => symbol);
  };
  expect(await symbolsOf("--order outstanding")).toEqual(["41I1F9000", "FPT", "41I1F6000"]);
  expect(await symbolsOf("--order outstanding --limit 1 --offset 1")).toEqual(["FPT"]);
  expect(await symbolsOf("--user demo-2 --due later --state called --contact none")).toEqual(["41I1F6000"]);
  expect(await symbolsOf("--symbol FPT")).toEqual(["FPT"]);
  expect(await symbolsOf("--since 100d")).toHaveLength(3);
  expect((await world.oms("calls list --since 2d")).stdout).toBe("No call is left by the options.\n");
  expect((await world.oms("calls list --order outstanding --limit 1")).stdout).toMatch(
    /^3 calls need 5,756,000 VND, of which 1 is shown\.\n/,
  );
  for (const account of ["888C000017", "888C000027", "888C000037"]) {
    const { positions } = (await world.json(`accounts show ${account}`)) as {
      readonly positions: { readonly symbol: string; readonly neededVnd: number }[];
    };
    for (const { symbol, neededVnd } of positions)
      await world.oms(`covers set ${account} ${symbol} ${neededVnd}`);
  }
  expect((await world.oms("calls list")).stdout).toBe("No position is called.\n");
});

test("lists who is called next", async ({ world }) => {
  const { stdout } = await world.oms("calls nearest --limit 2");
  expect(stdout.split("\n")).toEqual([
    "ACCOUNT     USER  SYMBOL     QUANTITY  PRICE  PRICED            CALLED AT      MOVE  STEPS     RATIO  CALL",
    "888C000047  demo  41I1F6000         2  1,461  at the reference    1,459.9  0.0753 %     11  0.030687  0.03",
    "888C000048  demo  41I1F6000        -2  1,461  at the reference    1,462.3   0.089 %     13  0.030882  0.03",
    "",
  ]);
  expect(await world.json("calls nearest --limit 1 --offset 2")).toEqual({
    total: 6,
    positions: [
      {
        accountId: "888C000018",
        userId: "demo",
        symbol: "HPG",
        quantity: 5_000,
        price: 26_650,
        markedAtMs: null,
        callPrice: 22_450,
        distance: 0.157598,
        steps: 84,
        dealRatio: 0.493433,
        marginCallRate: 0.4,
      },
    ],
  });
});

test("reads the due time from the settings of the server", async ({ world }) => {
  const dueWith = async (settings: Record<string, string>): Promise<unknown> => {
    const environment = { DATA_DIR: world.pathOf("."), ...settings };
    const { stdout } = await world.oms("calls list --symbol FPT --json", { environment });
    return (JSON.parse(stdout) as { readonly calls: { readonly dueAtMs: number }[] }).calls[0]?.dueAtMs;
  };
  // It opened on Friday, 30 May 2025.
  expect(await dueWith({ CALL_DUE_DAYS: "1", CALL_DUE_TIME: "09:30" })).toBe(Date.UTC(2025, 5, 2, 2, 30));
  await world.oms("holidays set 2025-06-02");
  expect(await dueWith({})).toBe(Date.UTC(2025, 5, 4, 10));
  for (const [settings, fault] of [
    [{ CALL_DUE_TIME: "25:00" }, 'CALL_DUE_TIME is "25:00": write a time of day such as 17:00.'],
    [{ CALL_DUE_DAYS: "0" }, 'CALL_DUE_DAYS is "0": write 1 to 30.'],
  ] as const) {
    const environment = { DATA_DIR: world.pathOf("."), ...settings };
    const { exitCode, stderr } = await world.oms("calls list", { environment });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(fault)]);
  }
});

test.for([
  ["--due soon", '--due is "soon": write one of overdue, today, later.'],
  ["--order price", '--order is "price": write one of due, since, outstanding, ratio, account.'],
  ["--limit 0", "--limit is 0: write 1 to 10000000."],
  ["--since yesterday", '--since is "yesterday"'],
] as const)("refuses %s", async ([options, fault], { world }) => {
  const { exitCode, stderr } = await world.oms(`calls list ${options}`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(fault)]);
});

test("uses the stored prices, also those of a simulation that runs", async ({ world }) => {
  const played = { symbol: "FPT", price: 70_000_000n, atMs: plannedAtMs, isByHand: false, isPlayed: true };
  await world.withStore(async (store) => {
    await store.setMarks([played], { nowMs: plannedAtMs });
    await store.saveQuotes([], { nowMs: plannedAtMs, heard: { isPlayed: true, atMs: plannedAtMs } });
  });
  expect(await world.json("calls list --symbol FPT")).toMatchObject({
    calls: [{ price: 70_000, markedAtMs: plannedAtMs, state: "forceClose", outstandingVnd: 8_000_000 }],
  });
});
