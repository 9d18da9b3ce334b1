import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { describe, expect } from "vitest";
import { type PlannedWorld, plannedAtMs } from "../../testing/plan-world.ts";
import { readAudit, readMarks, readRates } from "../../testing/read-store.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

const test = worldTestAfter("demo load");

/** All rows but those of the rota, as texts. */
async function readRows(world: PlannedWorld): Promise<string[]> {
  const rows: string[] = [];
  await world.withStore(async (store) => {
    for await (const each of store.backUp()) rows.push(JSON.stringify(each));
  });
  return rows;
}

async function openAccounts(world: PlannedWorld, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => `I-${index},u-${index % 7}`);
  const file = await world.write("accounts.csv", `accountId,userId\n${rows.join("\n")}\n`);
  expect(await world.oms(`accounts import ${file}`)).toMatchObject({ exitCode: 0 });
}

test("imports accounts, cash and positions, each row once, also from JSON and stdin", async ({ world }) => {
  const accounts = await world.write("accounts.csv", "userId,accountId\nu-1,I-1\nu-1,I-2\n");
  expect(await world.oms(`accounts import ${accounts}`)).toMatchObject({
    exitCode: 0,
    stdout: "Rows imported: 2.\n",
    stderr: expect.stringContaining("Writing: 2 rows\n"),
  });
  expect((await world.oms(`accounts import ${accounts}`)).stdout).toBe(
    "Rows imported: 0; imported before: 2.\nNothing was changed: every account of the file is open already.\n",
  );
  const cash = await world.write(
    "cash.json",
    JSON.stringify([
      { accountId: "I-1", kind: "deposit", amountVnd: 90_000_000 },
      { accountId: "I-1", kind: "withdrawal", amountVnd: 90_000_000 },
      { accountId: "I-1", kind: "deposit", amountVnd: 50_000_000 },
    ]),
  );
  expect(await world.json(`cash import ${cash} --by lan --reason migration`)).toEqual({
    count: 3,
    doneBeforeCount: 0,
  });
  const stdin = (async function* () {
    yield Buffer.from("accountId,symbol,quantity,price,entryVnd\nI-1,FPT,100,80000,\nI-1,HPG,100,,2750000\n");
  })();
  expect(await world.oms("positions import - --format csv", { stdin })).toMatchObject({ exitCode: 0 });
  expect(await world.json("accounts show I-1")).toMatchObject({
    totalEquityVnd: 50_000_000,
    positions: [
      { symbol: "FPT", quantity: 100, entryVnd: 8_000_000 },
      { symbol: "HPG", quantity: 100, entryVnd: 2_750_000 },
    ],
  });
  await world.oms("positions close I-1 FPT --price 80000");
  await world.oms("positions close I-1 HPG");
  // A repeat neither opens the position again nor is refused for what happened since.
  const again = (async function* () {
    yield Buffer.from("accountId,symbol,quantity,price,entryVnd\nI-1,FPT,100,80000,\nI-1,HPG,100,,2750000\n");
  })();
  expect((await world.oms("positions import - --format csv", { stdin: again })).stdout).toMatch(
    /^Rows imported: 0; imported before: 2\.\nNothing was changed: this file was imported before, and for 30 days the same file/,
  );
  expect(await world.json(`cash import ${cash}`)).toEqual({ count: 0, doneBeforeCount: 3 });
  const moved = (await readAudit(world, "I-1")).filter(({ kind }) => kind === "cash");
  expect(moved).toMatchObject(
    Array.from({ length: 3 }, () => ({ actor: { name: "lan" }, reason: "migration" })),
  );
});

test("imports rates and prices with one entry in the audit, which names file, lines and count", async ({
  world,
}) => {
  const rates = await world.write(
    "rates.csv",
    "level,name,marginRatio,marginCallRate,forceCloseRate,lending\nsymbol,HPG,0.6,.25,0.2,ended\ngroup,UPX,1,0,0,\n",
  );
  const warning = "marginCallRate is below 0.3, the least maintenance margin that the law allows for shares.";
  const warnings = [{ line: 2, warning }];
  expect(await world.json(`rates import ${rates}`)).toEqual({ count: 2, doneBeforeCount: 0, warnings });
  expect(await world.oms(`rates import ${rates}`)).toMatchObject({
    stdout: expect.stringContaining("Rows imported: 0; imported before: 2."),
    stderr: expect.stringContaining(`Warning: line 2: ${warning}\n`),
  });
  expect(await readRates(world)).toContainEqual(
    expect.objectContaining({ level: "symbol", name: "HPG", marginCallRate: 250_000n, isLendingEnded: true }),
  );
  const prices = await world.write("prices.csv", "symbol,price\nFPT,81000\nHPG,27450\n");
  expect(await world.json(`prices import ${prices} --by lan --reason closing`)).toEqual({
    count: 2,
    doneBeforeCount: 0,
  });
  expect(await readMarks(world)).toMatchObject([
    { symbol: "FPT", price: 81_000_000n, atMs: plannedAtMs, isByHand: true },
    { symbol: "HPG", price: 27_450_000n },
  ]);
  for (const [chain, kind] of [
    ["rates", "rates"],
    ["prices", "price"],
  ]) {
    const entries = await readAudit(world, chain ?? "");
    expect(entries.at(-1)).toMatchObject({
      kind,
      before: {},
      after: { fileDigest: expect.stringMatching(/^[0-9a-f]{64}$/), firstLine: 2, lastLine: 3, rowCount: 2 },
    });
    expect(entries.filter(({ after }) => "fileDigest" in after)).toHaveLength(1);
  }
  const again = await world.write("again.csv", "symbol,price\nFPT,81000\nHPG,27450\n\n");
  expect(await world.json(`prices import ${again}`)).toEqual({ count: 2, doneBeforeCount: 0 });
  expect(await world.oms("audit verify")).toMatchObject({ exitCode: 0 });
});

test("accounts import takes no --by and no --reason", async ({ world }) => {
  for (const option of ["--by lan", "--reason migration"])
    expect(await world.oms(`accounts import rows.csv ${option}`)).toMatchObject({ exitCode: 2 });
});

describe("a file with a fault", () => {
  test.for([
    [
      "accounts",
      "accountId,userId\nI-1,u-1\nI-2,u-1\nI-1,u-2",
      "4: The account I-1 belongs to another user.",
    ],
    [
      "accounts",
      "accountId,userId\nI-1,u-1\nrates,u-1",
      "3: The account ID rates is reserved; choose another.",
    ],
    [
      "cash",
      "accountId,kind,amountVnd\n888C000018,deposit,5\n888C000018,withdrawal,999999999999",
      "3: Nothing was changed: 999,999,999,999 VND can't leave,",
    ],
    [
      "cash",
      "accountId,kind,amountVnd\n888C000018,deposit,5\n888C000018,gift,5",
      '3: kind is "gift": write deposit',
    ],
    [
      "positions",
      "accountId,symbol,quantity,price,entryVnd\n888C000018,VNM,100,60000,\n888C000018,VNM,-100,60000,",
      "3: 888C000018 VNM stands on line 2 already: leave out one of them.",
    ],
    [
      "positions",
      "accountId,symbol,quantity,price\n888C000018,VNM,100,60000\n888C000018,VNM,200,60000",
      "3: 888C000018 VNM stands on line 2 already: leave out one of them.",
    ],
    [
      "positions",
      "accountId,symbol,quantity,price,entryVnd\n888C000018,VNM,100,60000,1",
      "2: the entry is price or entryVnd: write one of them.",
    ],
    [
      "positions",
      "accountId,symbol,quantity,price\nNONE,VNM,100,60000",
      "2: There is no account NONE; open it first.",
    ],
    [
      "rates",
      "level,name,marginRatio,marginCallRate,forceCloseRate\nsymbol,FPT,1,0,0\nsymbol,FPT,1,0,0",
      "3: symbol FPT stands on line 2 already: leave out one of them.",
    ],
    [
      "rates",
      "level,name,marginRatio,marginCallRate,forceCloseRate\nsymbol,FPT,1,0,0\nsymbol,FTP,1,0,0",
      "3: FTP is not listed; did you mean FPT",
    ],
    [
      "rates",
      "level,name,marginRatio,marginCallRate,forceCloseRate,lending\nsymbol,FPT,0.5,0.4,0,closed",
      '2: lending is "closed": write open or ended.',
    ],
    ...(["1.1", "0.1234567", "."] as const).map(
      (rate) =>
        [
          "rates",
          `level,name,marginRatio,marginCallRate,forceCloseRate\nsymbol,FPT,${rate},0,0`,
          `2: marginRatio is "${rate}"`,
        ] as const,
    ),
    [
      "rates",
      "level,name,marginRatio,marginCallRate,forceCloseRate\nsymbol,FPT,0.5,0.6,0",
      "2: marginCallRate 0.6 is above marginRatio 0.5: lower it.",
    ],
    [
      "prices",
      "symbol,price\nHPG,27450\nFPT,60000",
      "3: Nothing was changed: 60,000 lies outside the band of FPT",
    ],
    [
      "prices",
      "symbol,price\nHPG,27450\nFPT,80050",
      "3: Nothing was changed: 80,050 is not on a step of FPT",
    ],
    ["prices", "symbol,price\nHPG,27450\nNONE,80050", "3: NONE is not listed."],
  ] as const)("of %s in %j changes nothing and names the line", async ([kind, content, fault], { world }) => {
    const before = await readRows(world);
    const file = await world.write("rows.csv", `${content}\n`);
    const { exitCode, stderr } = await world.oms(`${kind} import ${file}`);
    expect(stderr).toContain(`${file}:${fault}`);
    expect(stderr).toMatch(/has 1 fault; nothing was changed\.\n$/);
    expect(exitCode).toBe(1);
    expect(await readRows(world)).toEqual(before);
  });

  test("in its last line writes nothing, and of many faults the first are shown with the count of all", async ({
    world,
  }) => {
    await openAccounts(world, 3_000);
    const before = await readRows(world);
    const rows = Array.from({ length: 2_999 }, (_, index) => `I-${index},deposit,${index + 1}`);
    const cash = `accountId,kind,amountVnd\n${rows.join("\n")}\n`;
    const file = await world.write("cash.csv", `${cash}I-0,deposit,0\n`);
    expect(await world.oms(`cash import ${file}`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${file}:3001: The amount has to be`),
    });
    const many = await world.write("many.csv", cash.replaceAll("deposit", "gift"));
    const { stderr } = await world.oms(`cash import ${many}`);
    expect(stderr).toContain(
      `${many} has 2,999 faults, of which the first 20 are shown; nothing was changed.`,
    );
    expect(await readRows(world)).toEqual(before);
  });
});

test("an import that is killed at a random moment is completed by repeating it, every row once", async ({
  world,
}) => {
  const accountCount = 700;
  const rowCount = 4_000;
  await openAccounts(world, accountCount);
  const amounts = Array.from({ length: rowCount }, (_, index) => index + 1);
  const rows = amounts.map((amount, index) => `I-${index % accountCount},deposit,${amount}`);
  const file = await world.write("cash.csv", `accountId,kind,amountVnd\n${rows.join("\n")}\n`);
  const countMoved = (): Promise<number> => world.withStore(countMovements);
  const before = await countMoved();
  const killAt = before + 1 + Math.floor(Math.random() * (rowCount - 1_000));
  const program = join(import.meta.dirname, "../../main.ts");
  const child = spawn(process.execPath, [program, "cash", "import", file], {
    env: { ...process.env, DATA_DIR: world.pathOf("") },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  while ((await countMoved()) < killAt) await wait(5);
  child.kill("SIGKILL");
  expect(await exited).toEqual([null, "SIGKILL"]);
  const written = (await countMoved()) - before;
  expect(written).toBeLessThan(rowCount);
  expect(await world.json(`cash import ${file}`)).toEqual({
    count: rowCount - written,
    doneBeforeCount: written,
  });
  expect((await countMoved()) - before).toBe(rowCount);
  const accounts = (await world.json("accounts list")) as { accountId: string; equityVnd: number }[];
  for (const { accountId, equityVnd } of accounts) {
    if (!accountId.startsWith("I-")) continue;
    const own = amounts.filter((_, index) => `I-${index % accountCount}` === accountId);
    expect(equityVnd).toBe(own.reduce((sum, each) => sum + each, 0));
  }
  expect(await world.oms("audit verify")).toMatchObject({ exitCode: 0 });
}, 60_000);

async function countMovements(store: DurableStore): Promise<number> {
  return (await store.countRows())["movement"] ?? 0;
}

describe("a file of prices", () => {
  test("has whole VND with any separator, as a text of JSON too, and points with one decimal", async ({
    world,
  }) => {
    const csv = await world.write(
      "prices.csv",
      'symbol,price\nFPT,81.000\nHPG,"27,450"\nVNM,60 100\n41I1F6000,"1.461,5"\n',
    );
    expect(await world.json(`prices import ${csv} --confirm`)).toMatchObject({ count: 4 });
    expect(await readMarks(world)).toMatchObject([
      { symbol: "41I1F6000", price: 1_461_500n },
      { symbol: "FPT", price: 81_000_000n },
      { symbol: "HPG", price: 27_450_000n },
      { symbol: "VNM", price: 60_100_000n },
    ]);
    const json = await world.write("prices.json", '[{"symbol": "FPT", "price": "80.500"}]');
    expect(await world.json(`prices import ${json}`)).toMatchObject({ count: 1 });
    expect(await readMarks(world)).toContainEqual(
      expect.objectContaining({ symbol: "FPT", price: 80_500_000n }),
    );
  });

  test.for([
    ["25.00", 'price is "25.00": write whole VND such as 25000 or 25,000.'],
    ["80.5", 'price is "80.5": write whole VND such as 25000 or 25,000.'],
    ["8.1000", 'price is "8.1000": write whole VND such as 25000 or 25,000.'],
  ])("with the price %s is refused with its line, field and mend", async ([price, fault], { world }) => {
    const file = await world.write("prices.csv", `symbol,price\nHPG,27450\nFPT,${price}\n`);
    const { exitCode, stderr } = await world.oms(`prices import ${file}`);
    expect({ exitCode, isNamed: stderr.includes(`prices.csv:3: ${fault}`) }).toEqual({
      exitCode: 1,
      isNamed: true,
    });
    expect(await readMarks(world)).toEqual([]);
  });

  test("takes a number of JSON as it is: 81.000 is 81 VND, which is on no step", async ({ world }) => {
    const file = await world.write("prices.json", '[{"symbol": "FPT", "price": 81.000}]');
    expect((await world.oms(`prices import ${file} --confirm`)).stderr).toContain(
      "81 is not on a step of FPT",
    );
  });

  test.for(["symbol,price\nHPG,27450\nFPT,81", "symbol,price\nHPG,27450\nFPT"])(
    "that was cut in its last line is refused: %j",
    async (content, { world }) => {
      const file = await world.write("prices.csv", content);
      expect((await world.oms(`prices import ${file} --confirm`)).stderr).toContain(
        "prices.csv:3: the last line has no line end, so the file may have been cut: complete it, and end it with a line break.",
      );
      expect(await readMarks(world)).toEqual([]);
    },
  );
});

test("imports amounts of money with any separator", async ({ world }) => {
  await openAccounts(world, 1);
  const cash = await world.write(
    "cash.csv",
    'accountId,kind,amountVnd\nI-0,deposit,90.000.000\nI-0,withdrawal,"1,000"\n',
  );
  expect(await world.json(`cash import ${cash}`)).toMatchObject({ count: 2 });
  expect(await world.json("accounts show I-0")).toMatchObject({ totalEquityVnd: 89_999_000 });
});
