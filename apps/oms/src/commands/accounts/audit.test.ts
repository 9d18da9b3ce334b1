import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "vitest";
import { cover, deposit } from "../../testing/acts.ts";
import type { PlannedWorld } from "../../testing/plan-world.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

/** Twelve links in the first account: five of cash, an entry and its call, two covers, of which one ends the call, a release and a result. */
const test = worldTestAfter(
  "demo load",
  cover("888C000017", "FPT", 2_000_000, { by: "lan" }),
  cover("888C000017", "FPT", 3_000_000, { by: "minh" }),
  "positions close 888C000017 FPT --price 81000 --by minh --reason filled",
  cover("888C000027", "41I1F6000", 1_566_000, { by: "lan" }),
);

type Row = { table: string; row: Record<string, unknown> };

/** Changes rows in a backup and restores it, which bypasses the service. Returns the option for its database. */
async function tamper(world: PlannedWorld, change: (rows: Row[]) => Row[]): Promise<string> {
  await world.oms(`db backup ${world.pathOf("backup.gz")} --force`);
  const text = gunzipSync(await readFile(world.pathOf("backup.gz"))).toString();
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const rows = change(lines.slice(0, -1).map((line) => JSON.parse(line) as Row));
  const end = { end: true, rows: rows.length };
  const changed = [head, ...[...rows, end].map((each) => JSON.stringify(each)), ""].join("\n");
  const file = await world.write("changed.gz", gzipSync(changed));
  const database = `--database ${world.pathOf("changed.sqlite")}`;
  await world.oms(`db migrate ${database}`);
  expect(await world.oms(`db restore ${file} ${database}`)).toMatchObject({ exitCode: 0 });
  return database;
}

function isLink({ table, row }: Row, place: number): boolean {
  return table === "audit" && row["account_id"] === "888C000017" && row["place"] === place;
}

test("verifies an intact audit, of one account or of all", async ({ world }) => {
  expect(await world.oms("audit verify --chain 888C000017")).toEqual({
    exitCode: 0,
    stdout: "Every link holds: 12 in 1 chain.\n",
    stderr: "",
  });
  expect(await world.oms("audit verify")).toEqual({
    exitCode: 0,
    stdout: "Every link holds: 96 in 8 chains.\n",
    stderr: "Verifying: 8 chains\n",
  });
  expect(await world.json("audit verify")).toEqual({ chainCount: 8, linkCount: 96 });
});

test("shows a progress bar on a terminal while it verifies", async ({ world }) => {
  let said = "";
  await world.oms("audit verify", {
    stderr: {
      write: (text) => {
        said += text;
      },
      isTerminal: true,
    },
  });
  expect(said).toContain("Verifying [###.....................]  12 %  1 chains");
});

test("finds a changed amount and names its link", async ({ world }) => {
  const database = await tamper(world, (rows) =>
    rows.map((each) =>
      isLink(each, 10)
        ? { ...each, row: { ...each.row, entry: String(each.row["entry"]).replace("3000000", "3000001") } }
        : each,
    ),
  );
  const fault = "888C000017, link 10: The hash is not that of the entry and the one before.\n";
  expect(await world.oms(`audit verify --chain 888C000017 ${database}`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `${fault}The audit is broken in 1 of 1 chain.\n`,
  });
  expect(await world.oms(`audit verify ${database}`)).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `Verifying: 8 chains\n${fault}The audit is broken in 1 of 8 chains.\n`,
  });
  expect(await world.json(`audit verify ${database}`)).toEqual({
    refused: {
      code: "audit-broken",
      message: "The audit is broken in 1 of 8 chains.",
      broken: [
        {
          accountId: "888C000017",
          place: 10,
          why: "The hash is not that of the entry and the one before.",
        },
      ],
    },
  });
});

test.for([2, 10, 12])("finds that the entry at place %i was removed", async (place, { world }) => {
  const database = await tamper(world, (rows) => rows.filter((each) => !isLink(each, place)));
  expect(await world.oms(`audit verify --chain 888C000017 ${database}`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`888C000017, link ${place}: The entry is missing.\n`),
  });
});

test("finds that the account of a reserved chain was removed", async ({ world }) => {
  const database = await tamper(world, (rows) =>
    rows.filter(({ table, row }) => !(table === "account" && row["account_id"] === "rates")),
  );
  for (const command of ["audit verify", "audit verify --chain rates"]) {
    expect(await world.oms(`${command} ${database}`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("rates, link 1: The account of the entry is missing.\n"),
    });
  }
});

test("finds a covered amount without an entry", async ({ world }) => {
  const database = await tamper(world, (rows) =>
    rows.map((each) =>
      each.table === "position" && each.row["symbol"] === "41I1F6000"
        ? { ...each, row: { ...each.row, covered_vnd: 9 } }
        : each,
    ),
  );
  expect(await world.oms(`audit verify ${database}`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(
      "888C000027, link 6: The covered amount of 41I1F6000 is not that of its last entry.\n",
    ),
  });
});

test("reports an unreadable entry", async ({ world }) => {
  const database = await tamper(world, (rows) =>
    rows.map((each) => (isLink(each, 10) ? { ...each, row: { ...each.row, entry: "[]" } } : each)),
  );
  expect((await world.oms(`audit verify ${database}`)).stderr).toContain("888C000017, link 10: ");
});

test.for([
  ["a member more", '"coveredVnd":"2000000",', '"coveredVnd":"2000000","note":"x",'],
  ["an amount as a number", '"coveredVnd":"2000000"', '"coveredVnd":2000000'],
  ["another order of members", '{"symbol":"FPT","coveredVnd":"0"}', '{"coveredVnd":"0","symbol":"FPT"}'],
  ["an amount too few", ',"forceCloseRate":"300000"', ""],
  ["a part more", "}]", "},1]"],
  ["an unknown kind", '["cover"', '["covered"'],
])("reports an entry with %s as unreadable", async ([, from = "", to = ""], { world }) => {
  const database = await tamper(world, (rows) => {
    const link = rows.find((each) => isLink(each, 8));
    const before = rows.find((each) => isLink(each, 7));
    const entry = String(link?.row["entry"]).replace(from, to);
    expect(entry).not.toBe(link?.row["entry"]);
    const hash = createHash("sha256").update(`${before?.row["hash"]}\n${entry}`).digest("hex");
    return rows.map((each) => (each === link ? { ...each, row: { ...each.row, entry, hash } } : each));
  });
  expect((await world.oms(`audit verify ${database}`)).stderr).toContain(
    "888C000017, link 8: The entry is not written as entries are.",
  );
});

test("verifies the empty audit of an account in which nothing moved", async ({ world }) => {
  await world.oms("accounts open A-1 --user lan");
  expect((await world.oms("audit verify --chain A-1")).stdout).toBe("Every link holds: 0 in 1 chain.\n");
});

test("refuses the audit of an unknown account", async ({ world }) => {
  expect(await world.oms("audit verify --chain A-1")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "There is no account A-1; open it first.\n",
  });
});

test("prints the head of each chain, and finds with them what the audit alone can't", async ({ world }) => {
  const { stdout, stderr } = await world.oms("audit head");
  expect(stderr).toBe("");
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(8);
  expect(lines[0]).toMatch(/^888C000017 12 [0-9a-f]{64}$/);
  const [chain, count, hash] = lines[0]?.split(" ") ?? [];
  const asJson = (await world.oms("audit head --json")).stdout.split("\n");
  expect(JSON.parse(asJson[0] ?? "")).toEqual({ chain, count: Number(count), hash });
  const heads = await world.write("heads.txt", stdout);
  expect(await world.oms(`audit verify --heads ${heads}`)).toMatchObject({
    exitCode: 0,
    stdout: "Every link holds: 96 in 8 chains.\nEvery head that was kept is there: 8.\n",
  });
  await deposit("888C000017", 5)(world);
  expect(await world.json(`audit verify --heads ${heads} --chain 888C000017`)).toEqual({
    chainCount: 1,
    linkCount: 13,
    headCount: 1,
  });
  const tables = ["account", "account_owner", "audit", "position", "episode", "movement"];
  const removed = await tamper(world, (rows) =>
    rows.filter(({ table, row }) => !(tables.includes(table) && row["account_id"] === "888C000017")),
  );
  expect(await world.oms(`audit verify ${removed}`)).toMatchObject({ exitCode: 0 });
  expect(await world.oms(`audit verify --heads ${heads} ${removed}`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("888C000017, link 12: A head was kept, and the chain is missing.\n"),
  });
});

test("finds entries of an account that was removed", async ({ world }) => {
  const database = await tamper(world, (rows) =>
    rows.filter(({ table, row }) => !(table === "account" && row["account_id"] === "888C000027")),
  );
  expect(await world.oms(`audit verify ${database}`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("The audit has 6 entries of accounts that are missing.\n"),
  });
});

test.for([
  ["888C000017 twelve", "heads.txt:1: is not a head: a chain, a count and a hash.\n"],
  ["\0h\0e", "heads.txt:1: the file is UTF-16: save it as UTF-8.\n"],
  ["", "heads.txt has no head, so nothing was compared.\n"],
])("refuses heads that say nothing: %j", async ([text = "", message = ""], { world }) => {
  const heads = await world.write("heads.txt", text);
  expect(await world.oms(`audit verify --heads ${heads}`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(message),
  });
});
