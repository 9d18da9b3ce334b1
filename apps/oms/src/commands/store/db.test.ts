import { readdir, readFile, symlink } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { deposit } from "../../testing/acts.ts";
import type { PlannedWorld } from "../../testing/plan-world.ts";
import { worldTest as test } from "../../testing/world-test.ts";

async function everythingIn(world: PlannedWorld, more = ""): Promise<unknown[]> {
  const lines = [
    "accounts list",
    "accounts show 888C000018",
    "watch status",
    "notifications list --user demo --limit 10000",
  ];
  const read: unknown[] = [];
  for (const line of lines) read.push(await world.json(`${line} ${more}`));
  const file = world.pathOf("everything.gz");
  await world.oms(`db backup ${file} --force ${more}`);
  const [, ...rows] = gunzipSync(await readFile(file))
    .toString()
    .split("\n");
  return [...read, ...rows];
}

test.for(["accounts list", "demo load", "db info", "watch status"])(
  "%s creates no database, and says what to do",
  async (line, { world }) => {
    const path = world.pathOf("new/typo.sqlite");
    expect(await world.oms(`${line} --database ${path}`)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `There is no database ${path}; create it with \`oms db migrate\`, or start the server on it.\n`,
    });
    expect(await readdir(world.pathOf(""))).not.toContain("new");
    expect(await world.oms(`db migrate --database ${path}`)).toMatchObject({ exitCode: 0 });
    expect(await world.oms(`${line} --database ${path}`)).toMatchObject({ exitCode: 0 });
  },
);

test("a DATA_DIR without a database is an error for a command that reads, and says what to do", async ({
  world,
}) => {
  const folder = world.pathOf("typo");
  expect(await world.oms("accounts list", { environment: { DATA_DIR: folder } })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `There is no database ${folder}/oms.sqlite; create it with \`oms db migrate\`, or start the server on it.\n`,
  });
  expect(await readdir(world.pathOf(""))).not.toContain("typo");
});

describe("a backup", () => {
  test("is restored completely into an empty database", async ({ world }) => {
    await world.oms("demo load");
    const file = world.pathOf("backup.jsonl.gz");
    expect(await world.oms(`db backup ${file}`)).toEqual({
      exitCode: 0,
      stdout: `Wrote 619 rows to ${file}.\n`,
      stderr: "Backing up: 619 rows\n",
    });
    const more = `--database ${world.pathOf("restored.sqlite")}`;
    await world.oms(`db migrate ${more}`);
    expect(await world.oms(`db restore ${file} ${more}`)).toEqual({
      exitCode: 0,
      stdout: "Restored 619 rows, as they were at 2025-06-02T03:00:00Z.\n",
      stderr: "Restoring: 619 rows\n",
    });
    expect(await everythingIn(world, more)).toEqual(await everythingIn(world));
  });

  test("is not written over a file of the database, by any path", async ({ world }) => {
    const link = world.pathOf("link");
    await symlink(world.pathOf(""), link);
    for (const file of ["oms.sqlite", "oms.sqlite-wal", "oms.sqlite-shm", "oms.sqlite-journal"]) {
      for (const path of [world.pathOf(file), `${link}/${file}`]) {
        expect(await world.oms(`db backup ${path} --force`)).toEqual({
          exitCode: 1,
          stdout: "",
          stderr: `${path} belongs to the database itself: name another file.\n`,
        });
      }
    }
    expect(await world.oms("accounts list")).toMatchObject({ exitCode: 0 });
  });

  test("begins with its format and ends with its row count, as JSON lines", async ({ world }) => {
    await world.oms("accounts open A-1 --user u-1");
    await world.oms(`db backup ${world.pathOf("backup.gz")}`);
    const lines = gunzipSync(await readFile(world.pathOf("backup.gz")))
      .toString()
      .trimEnd()
      .split("\n");
    const read = lines.map((line) => JSON.parse(line) as object);
    expect(read[0]).toEqual({
      format: "trading-oms-backup",
      version: 1,
      schema: expect.any(Number),
      createdAt: "2025-06-02T03:00:00Z",
    });
    expect(read).toContainEqual({ table: "account_owner", row: { account_id: "A-1", user_id: "u-1" } });
    expect(read.at(-1)).toEqual({ end: true, rows: lines.length - 2 });
  });

  test("replaces no file without --force, and leaves no temporary file", async ({ world }) => {
    const file = await world.write("backup.gz", "kept");
    expect(await world.oms(`db backup ${file}`)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `${file} exists already: name another file, or add --force.\n`,
    });
    expect(await readFile(file, "utf8")).toBe("kept");
    expect((await world.oms(`db backup ${file} --force`)).exitCode).toBe(0);
    expect((await readdir(world.pathOf(""))).filter((name) => name.startsWith("backup"))).toEqual([
      "backup.gz",
    ]);
  });

  test("is never written over its own database", async ({ world }) => {
    await world.oms("accounts open A-1 --user u-1");
    const { exitCode, stderr } = await world.oms(`db backup ${world.pathOf("oms.sqlite")} --force`);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("itself") });
    expect(await world.json("accounts list")).toHaveLength(1);
  });

  test("into a missing folder is refused", async ({ world }) => {
    expect(await world.oms(`db backup ${world.pathOf("none/backup.gz")}`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("there is no such file or folder"),
    });
  });
});

describe("a restore", () => {
  test("of a file that was cut anywhere is refused before the database is created", async ({ world }) => {
    await world.oms("demo load");
    const whole = world.pathOf("whole.gz");
    await world.oms(`db backup ${whole}`);
    const bytes = await readFile(whole);
    const lines = gunzipSync(bytes).toString().trimEnd().split("\n");
    const cuts: Record<string, Buffer> = {
      "cut in the middle": bytes.subarray(0, bytes.length / 2),
      "cut before the last byte": bytes.subarray(0, -1),
      "without its tail": gzipSync(`${lines.slice(0, -1).join("\n")}\n`),
      "without a row": gzipSync(`${lines.toSpliced(5, 1).join("\n")}\n`),
      empty: Buffer.alloc(0),
    };
    for (const [what, content] of Object.entries(cuts)) {
      const file = await world.write("cut.gz", content);
      const { exitCode, stderr } = await world.oms(
        `db restore ${file} --database ${world.pathOf("new.sqlite")}`,
      );
      expect({ what, exitCode, stderr }).toEqual({
        what,
        exitCode: 1,
        stderr: expect.stringContaining("is cut"),
      });
    }
    expect(await readdir(world.pathOf(""))).not.toContain("new.sqlite");
  });

  test("of a file that is not a backup is refused", async ({ world }) => {
    for (const content of ["symbol,exchange\n", gzipSync("{}\n"), gzipSync("notes\n")]) {
      const { exitCode, stderr } = await world.oms(`db restore ${await world.write("notes.gz", content)}`);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringContaining("is not a backup"),
      });
    }
  });

  for (const [schema, code] of [
    [1, "older_version"],
    [999, "newer_version"],
  ] as const) {
    test(`of a backup of schema ${schema} is refused`, async ({ world }) => {
      const head = { format: "trading-oms-backup", version: 1, schema, createdAt: "2030-01-01T00:00:00Z" };
      const content = gzipSync(`${JSON.stringify(head)}\n{"end":true,"rows":0}\n`);
      const file = await world.write("other.gz", content);
      const { exitCode, stdout, stderr } = await world.oms(`db restore ${file} --json`);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringContaining("restore it with the version that wrote it"),
      });
      expect(JSON.parse(stdout)).toMatchObject({ refused: { code } });
    });
  }

  test("into a database with rows is refused, and changes nothing", async ({ world }) => {
    await world.oms("demo load");
    const file = world.pathOf("backup.gz");
    await world.oms(`db backup ${file}`);
    await deposit("888C000018", 1_000)(world);
    const before = await everythingIn(world);
    const { exitCode, stdout, stderr } = await world.oms(`db restore ${file} --json`);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ refused: { code: "not_empty" } });
    expect(stderr).toContain("There is something in the database already");
    expect(await everythingIn(world)).toEqual(before);
  });
});

describe("a database", () => {
  test("is created with its schema", async ({ world }) => {
    expect(await world.oms("db migrate")).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/oms\.sqlite has schema [0-9]+ \(sqlite\)\.\n$/),
      stderr: "",
    });
  });

  test("shows its location and row counts", async ({ world }) => {
    await world.oms("demo load");
    expect(await world.json("db info")).toMatchObject({
      engine: "sqlite",
      schema: expect.any(Number),
      database: world.pathOf("oms.sqlite"),
      rowCounts: { account: 8, position: 9, movement: 71, instrument: 339 },
    });
    expect((await world.oms("db info")).stdout).toMatch(/\ninstrument +339\n/);
  });
});
