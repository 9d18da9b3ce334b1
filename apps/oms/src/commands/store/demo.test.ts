import { expect } from "vitest";
import { rates } from "../../testing/acts.ts";
import { plannedAtMs } from "../../testing/plan-world.ts";
import { listCalls, readCatalog, readRates } from "../../testing/read-store.ts";
import { worldTest as test } from "../../testing/world-test.ts";

test("has the first worked example, with a call, as its first account", async ({ world }) => {
  expect(await world.oms("demo load")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("Loaded 339 instruments, 6 accounts, 71 movements, 9 positions."),
  });
  expect(await world.json("accounts show 888C000017")).toMatchObject({
    userId: "demo",
    equityVnd: 80_000_000,
    maintenanceMarginVnd: 40_000_000,
    tradingPowerVnd: 20_000_000,
    positions: [
      {
        symbol: "FPT",
        quantity: 1_000,
        entryVnd: 100_000_000,
        marketVnd: 80_000_000,
        dealRatio: 0.375,
        isCalled: true,
        isForceClosed: false,
        neededVnd: 2_000_000,
        marginRatio: 0.5,
        marginCallRate: 0.4,
        forceCloseRate: 0.3,
      },
    ],
  });
});

test("has the other two worked examples as futures, long and short", async ({ world }) => {
  await world.oms("demo load");
  expect(await world.json("accounts show 888C000027")).toMatchObject({
    maintenanceMarginVnd: 14_610_000,
    tradingPowerVnd: 17_590_000,
    positions: [{ symbol: "41I1F6000", quantity: 2, dealRatio: 0.02464, isCalled: true }],
  });
  expect(await world.json("accounts show 888C000037")).toMatchObject({
    maintenanceMarginVnd: 15_000_000,
    tradingPowerVnd: 17_200_000,
    positions: [{ symbol: "41I1F9000", quantity: -2, dealRatio: 0.0227, isCalled: true }],
  });
});

test("notifies each user of one margin call, when the position was set", async ({ world }) => {
  await world.oms("demo load");
  const told = async (user: string) => {
    const all = (await world.json(`notifications list --user ${user} --limit 10000`)) as { type: string }[];
    return { count: all.length, calls: all.filter(({ type }) => !["Deposit", "Withdraw"].includes(type)) };
  };
  const call = (accountId: string, symbol: string, amountVnd: number) => ({
    type: "MarginCall",
    accountId,
    topic: `accounts/${accountId}/risk`,
    messageId: `MarginCall/${accountId}/${symbol}/1/0`,
    createdAtMs: Date.UTC(2025, 4, 30, 2),
    isRead: false,
    data: { symbol, amountVnd, position: { coveredVnd: 0 } },
  });
  expect(await told("demo")).toMatchObject({ count: 68, calls: [call("888C000017", "FPT", 2_000_000)] });
  expect(await told("demo-2")).toMatchObject({
    count: 3,
    calls: [call("888C000027", "41I1F6000", 1_566_000)],
  });
  expect(await told("demo-3")).toMatchObject({
    count: 3,
    calls: [call("888C000037", "41I1F9000", 2_190_000)],
  });
});

test("changes nothing when it is loaded again, even on another day", async ({ world }) => {
  await world.oms("demo load");
  const everything = async () => [
    await world.json("db info"),
    await world.json("accounts list"),
    await readCatalog(world),
    await readRates(world),
    await world.json("notifications list --user demo --limit 10000"),
  ];
  const before = await everything();
  const { exitCode, stdout } = await world.oms("demo load", { now: () => plannedAtMs + 90 * 86_400_000 });
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("already") });
  expect(await everything()).toEqual(before);
});

test("is the same in every database", async ({ world }) => {
  const other = `--database ${world.pathOf("other.sqlite")}`;
  await world.oms("demo load");
  await world.oms(`db migrate ${other}`);
  await world.oms(`demo load ${other}`);
  const list = "notifications list --user demo --limit 10000";
  expect(await world.json(list)).toEqual(await world.json(`${list} ${other}`));
  const shown = "accounts show 888C000018";
  expect(await world.json(shown)).toEqual(await world.json(`${shown} ${other}`));
});

test("completes an interrupted load", async ({ world }) => {
  await world.oms("accounts open 888C000017 --user demo");
  expect(await world.json("demo load")).toMatchObject({ isRepeat: false });
  expect(await world.json("accounts list")).toHaveLength(6);
});

test("refuses a database with other rates", async ({ world }) => {
  await rates({ level: "group", name: "STO" }, [900_000n, 800_000n, 700_000n])(world);
  expect(await world.oms("demo load")).toMatchObject({
    exitCode: 1,
    stderr: "The database has other rates: load the demonstration into another database.\n",
  });
  expect(await readCatalog(world)).toEqual([]);
});

test("lists companies with their Vietnamese names", async ({ world }) => {
  await world.oms("demo load");
  expect(await readCatalog(world)).toContainEqual(
    expect.objectContaining({
      symbol: "VCB",
      companyName: "Ngân hàng Thương mại Cổ phần Ngoại thương Việt Nam",
      referencePrice: 92_000_000n,
    }),
  );
});

test("is not loaded at the start of a real server", async ({ world }) => {
  const real = [
    { NODE_ENV: "production" },
    { AUTH_JWKS_URL: "https://id.example.com/keys" },
    { AUTH_JWKS_FILE: "keys.json" },
  ];
  for (const environment of real) {
    const changes = { environment: { DATA_DIR: world.pathOf("."), ...environment } };
    expect(await world.oms("demo load --unless-real", changes)).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
  }
  expect(await world.json("accounts list")).toEqual([]);
});

test("is loaded at the start of a server only into an empty database", async ({ world }) => {
  expect((await world.oms("demo load --unless-real")).stdout).toContain("Loaded 339 instruments");
  expect((await world.oms("demo load --unless-real")).stdout).toContain("already");
  const own = ["--database", world.pathOf("own.sqlite")].join(" ");
  await world.oms(`db migrate ${own}`);
  const file = await world.write(
    "rates.csv",
    "level,name,marginRatio,marginCallRate,forceCloseRate\ngroup,STO,0.5,0.4,0.3\n",
  );
  await world.oms(`rates import ${file} ${own}`);
  expect(await world.oms(`demo load --unless-real ${own}`)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  expect(await world.oms(`demo load ${own}`)).toMatchObject({ exitCode: 1 });
});

test("gives the desk calls that are overdue, due on the day of loading and later, and positions close to a call", async ({
  world,
}) => {
  expect(await world.oms("demo load --desk")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("Loaded 339 instruments, 66 accounts, 131 movements, 89 positions."),
  });
  const calls = await listCalls(world);
  const ofDesk = calls.filter(({ userId }) => userId.startsWith("user-"));
  expect(ofDesk.length).toBeGreaterThan(10);
  expect(new Set(ofDesk.map(({ due }) => due))).toEqual(new Set(["overdue", "today", "later"]));
  expect(await world.oms("audit verify")).toMatchObject({ exitCode: 0 });
  expect((await world.oms("demo load --desk")).stdout).toContain("already");
});
