import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { everyCommand } from "./every-command.ts";
import { worldTest as test } from "./testing/world-test.ts";

/** The built program. */
const entry = join(import.meta.dirname, "../dist/oms.js");

describe("help", () => {
  test("is printed to stderr with exit code 2 if the command is missing", async ({ world }) => {
    const { exitCode, stdout, stderr } = await world.oms("");
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("oms: a command is missing.");
    expect(stderr).toContain("oms demo load");
  });

  test("is printed to stdout on request", async ({ world }) => {
    const { exitCode, stdout, stderr } = await world.oms("--help");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const { words } of everyCommand) expect(stdout).toContain(`oms ${words.join(" ")}`);
  });

  test("of a group lists only the commands of the group", async ({ world }) => {
    const { exitCode, stdout } = await world.oms("holidays -h");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("oms holidays set [DATE…] [--file FILE] [--none]");
    expect(stdout).not.toContain("oms accounts");
  });

  test("of a command of one word is printed wherever the options stand", async ({ world }) => {
    const { exitCode, stdout } = await world.oms("--help token");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("oms token --user USER [--ttl DURATION]");
    expect((await world.oms("--json token --user u-1")).exitCode).toBe(0);
  });

  test("of each command has a synopsis, options with defaults, an example and the exit codes", async ({
    world,
  }) => {
    for (const { words, example, options = {} } of everyCommand) {
      const { exitCode, stdout: help } = await world.oms(`${words.join(" ")} --help`);
      expect(exitCode).toBe(0);
      // The lines are wrapped at the width of the terminal.
      const stdout = help.replaceAll(/\s+/g, " ");
      expect(stdout).toContain(`oms ${words.join(" ")}`);
      expect(example).toMatch(new RegExp(`^oms ${words.join(" ")}`));
      expect(stdout).toContain(example);
      for (const name of Object.keys(options)) expect(stdout).toContain(`--${name}`);
      expect(stdout).toContain("(DATABASE_URL, else oms.sqlite in DATA_DIR or ./data)");
      expect(stdout).toContain("Exit codes: 0 done, 1 refused by a rule");
      expect(stdout).toContain("or an audit does not hold, 2 used wrongly, 3 the token");
    }
  });
});

const aCover = "cover set A FPT --amount 1 --reason asked";

describe("used wrongly", () => {
  test.for([
    ["frob", 'oms: there is no command "frob".\nTo see the commands: oms --help\n'],
    ["accounts opn", 'oms: there is no command "accounts opn".\nTo see the commands: oms accounts --help\n'],
    ["accounts list --usr demo", "oms accounts list: there is no option --usr."],
    ["accounts list -u", "oms accounts list: there is no option -u."],
    ["accounts list --constructor", "oms accounts list: there is no option --constructor."],
    ["accounts open", "oms accounts open: ACCOUNT is missing."],
    ["accounts open A", "oms accounts open: --user is missing: write --user USER."],
    ["accounts open A --user", "--user has no value: write --user USER."],
    ["accounts open A --user --json", "--user has no value: write --user USER."],
    ["accounts open A B --user u", '"B" is one word too many.'],
    ["accounts open A --user u --user v", "--user is given twice: leave out one."],
    ["accounts list --json=yes", '--json takes no value: leave out "yes".'],
    [
      "positions set A FPT --price 1 --quantity 1.5",
      "oms positions set: --quantity 1.5 is fractional: write a whole",
    ],
    [
      "positions set A FPT --price 1 --quantity 1,50",
      '--quantity "1,50" is not a whole number: write one such as 1000000 or 1,000,000.',
    ],
    ["positions set A FPT --price 1 --quantity 1_000,000", '--quantity "1_000,000" is not a whole number'],
    ["positions set A FPT --price 1 --quantity 0x10", '--quantity "0x10" is not a whole number'],
    ["positions set A FPT --price 1 --quantity 1e6", '--quantity "1e6" is not a whole number'],
    [
      "positions set A FPT --quantity 1 --price 1e3",
      '--price "1e3" is not a price: write whole VND such as 25000 or 25,000.',
    ],
    ["positions close A FPT --price -1", '--price "-1" is not a price'],
    ["cover set", "oms cover set: ACCOUNT is missing."],
    ["cover set A", "oms cover set: SYMBOL is missing."],
    [`${aCover} --key=`, "--key is not a key: write 1 to 255 visible ASCII characters."],
    [`${aCover} --key ${"k".repeat(256)}`, "--key is not a key"],
    [`${aCover} --key khoá`, "--key is not a key"],
    [
      "positions cancel-close A FPT --by=",
      "--by is not a name: write 1 to 128 visible characters on one line, without direction marks.",
    ],
    [
      "positions cancel-close A FPT --by=\u3164",
      "--by is not a name: write 1 to 128 visible characters on one line, without direction marks.",
    ],
    [
      "positions cancel-close A FPT --reason=a\u2028b",
      "--reason is not a reason: write 1 to 500 visible characters on one line, without direction marks.",
    ],
    [
      "positions cancel-close A FPT --reason=a\u202eb",
      "--reason is not a reason: write 1 to 500 visible characters",
    ],
    ["positions cancel-close A FPT --by lan\u001B[2J", "--by is not a name"],
    [`positions cancel-close A FPT --by ${"n".repeat(129)}`, "--by is not a name"],
    ["margin explain", "oms margin explain: --account is missing: write --account ACCOUNT."],
    ["margin explain 888C000017 --account A", '"888C000017" is one word too many.'],
    ["audit list", "oms audit list: CHAIN is missing."],
    ["audit verify A", '"A" is one word too many.'],
    ["audit verify --chain", "--chain has no value: write --chain CHAIN."],
    ["positions set A FPT --quantity 1 --price 80,00", '--price "80,00" is not a price: write whole VND'],
    ["positions set A FPT --quantity 1 --price 8_0000", '--price "8_0000" is not a price'],
    ["price set FPT --reason r --price 80.0", '--price "80.0" is not a price: write whole VND'],
    ["price set FPT --reason r --price 80,00", '--price "80,00" is not a price: write whole VND'],
    ["price set 41I1F6000 --reason r --price 1461.55", '"1461.55" is not a price: write points'],
    [
      "positions set A 41I1F6000 --quantity 1 --price 1461.55",
      '--price "1461.55" is not a price: write points such as 1461.5 or 1,461.5, with at most one decimal.',
    ],
    ["positions set A 41B5F6000 --quantity 1 --price 106726.5", '"106726.5" is not a price: write whole VND'],
    ["holidays set", "the days are missing: write them, or --file FILE, or --none for an empty list."],
    ["holidays set 2025-09-02 --none", "DATE and --none are both given: leave out one of them."],
    ["holidays set 2025-09-02 --file days", "DATE and --file are both given: leave out one of them."],
    ["holidays set --none --file days", "--file and --none are both given: leave out one of them."],
    ["holidays list 2025", '"2025" is one word too many.'],
    ["watch status FPT", '"FPT" is one word too many.'],
    ["rates set --name FPT", "oms rates set: --level is missing: write --level LEVEL."],
    ["notifications list --user u --limit 0", "--limit is 0: write 1 to"],
    ["notifications list --user u --offset -1", "--offset is -1: write 0 to"],
    ["prices import prices.xlsx", "ends neither in .csv nor in .json: write --format"],
    ["prices import -", "FILE - ends neither"],
    ["prices import a.csv --format xml", '--format is "xml": write csv or json.'],
    ["token", "oms token: --user is missing: write --user USER."],
    ["token demo --user demo", 'oms token: "demo" is one word too many.'],
    ["token --user u --ttl 1", '--ttl is "1": write a duration such as 90s, 30m, 1h or 7d, up to 366d.'],
    ["token --user u --ttl 0s", '--ttl is "0s"'],
    ["token --user u --ttl 367d", '--ttl is "367d"'],
    ["token --user u --ttl -1h", '--ttl is "-1h"'],
    ["keys make --algorithm none", '--algorithm is "none": write one of ES256, ES384'],
    ["keys make --algorithm HS256", '--algorithm is "HS256"'],
    ["keys retire", "oms keys retire: KEY is missing."],
    ["db info --database mysql://root:secret@host/oms", "--database begins with mysql://"],
    ["db info --database postgres://[", "--database is not an address"],
    ["db info --database=", "--database is empty"],
  ])("%s exits with 2 and the reason", async ([line = "", reason], { world }) => {
    const { exitCode, stdout, stderr } = await world.oms(line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/To see .*: oms.* --help\n$/);
    expect(stderr).not.toContain("secret");
  });
});

describe("the database", () => {
  test("is that of --database, else of DATABASE_URL, else the file in the data folder", async ({ world }) => {
    const pathIn = async (line: string, environment: Record<string, string>) => {
      const { stdout } = await world.oms(`db migrate --json ${line}`, { environment });
      return (JSON.parse(stdout) as { database: string }).database;
    };
    const [one, two, folder] = [world.pathOf("one.sqlite"), world.pathOf("two.sqlite"), world.pathOf("data")];
    expect(await pathIn(`--database ${one}`, { DATABASE_URL: two, DATA_DIR: folder })).toBe(one);
    expect(await pathIn("", { DATABASE_URL: two, DATA_DIR: folder })).toBe(two);
    expect(await pathIn("", { DATABASE_URL: "", DATA_DIR: folder })).toBe(join(folder, "oms.sqlite"));
  });

  test("in a file of another kind is refused, as text and as JSON", async ({ world }) => {
    const path = await world.write("notes.txt", "These are no rows of a database, but notes. ".repeat(40));
    const { exitCode, stdout, stderr } = await world.oms(`db info --json --database ${path}`);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      refused: { code: "not_a_database", message: expect.stringContaining("is not a database") },
    });
    expect(stderr).toContain("is not a database");
  });

  test("on an unreachable PostgreSQL is refused, without its password", async ({ world }) => {
    const address = "postgres://oms:secret@127.0.0.1:1/oms";
    const { exitCode, stdout, stderr } = await world.oms(`db info --database ${address}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("PostgreSQL can't be used");
    expect(stderr).not.toContain("secret");
  });
});

describe("the entry", () => {
  const run = (words: string[], folder: string) =>
    promisify(execFile)(process.execPath, [entry, ...words], { env: { ...process.env, DATA_DIR: folder } });

  test("runs commands as a process", async ({ world }) => {
    const folder = world.pathOf("data");
    await run(["db", "migrate"], folder);
    await run(["accounts", "open", "A-1", "--user", "u-1"], folder);
    const { stdout } = await run(["accounts", "list", "--json"], folder);
    expect(JSON.parse(stdout)).toMatchObject([{ accountId: "A-1", userId: "u-1" }]);
    await expect(run(["accounts", "list", "x"], folder)).rejects.toMatchObject({ code: 2, stdout: "" });
    await expect(run(["accounts", "show", "A-2"], folder)).rejects.toMatchObject({ code: 1, stdout: "" });
  });
});
