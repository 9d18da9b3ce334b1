import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { everyCommand } from "./commands/every-command.ts";
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
    const { exitCode, stdout } = await world.oms("cash -h");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("oms cash deposit ACCOUNT AMOUNT [--by NAME] [--reason TEXT] [--id ID]");
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
      expect(stdout).toContain("or an audit does not hold, 2 used wrongly.");
    }
  });
});

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
    ["cash deposit A 1.5", "oms cash deposit: AMOUNT 1.5 is fractional: write a whole number"],
    ["cash deposit A 1,50", 'AMOUNT "1,50" is not a whole number: write one such as 1000000 or 1,000,000.'],
    ["cash deposit A 1_000,000", 'AMOUNT "1_000,000" is not a whole number'],
    ["cash deposit A 0x10", 'AMOUNT "0x10" is not a whole number'],
    ["positions set A FPT --quantity 1.5 --price 1", "--quantity 1.5 is fractional"],
    [
      "positions set A FPT --quantity 1 --price 1e3",
      '--price "1e3" is not a price: write whole VND such as 25000 or 25,000.',
    ],
    ["positions close A FPT --price -1", '--price "-1" is not a price'],
    ["covers set", "oms covers set: ACCOUNT is missing."],
    ["covers set A FPT", "oms covers set: AMOUNT is missing."],
    ["covers set A FPT 1.5", "AMOUNT 1.5 is fractional: write a whole number"],
    ["covers set A FPT 1e6", 'AMOUNT "1e6" is not a whole number'],
    ["covers set A FPT 1 --id=", "--id is not a key: write 1 to 255 visible ASCII characters."],
    [`covers set A FPT 1 --id ${"k".repeat(256)}`, "--id is not a key"],
    ["covers set A FPT 1 --id khoá", "--id is not a key"],
    [
      "covers set A FPT 1 --by=",
      "--by is not a name: write 1 to 128 visible characters on one line, without direction marks.",
    ],
    [
      "covers set A FPT 1 --by=\u3164",
      "--by is not a name: write 1 to 128 visible characters on one line, without direction marks.",
    ],
    [
      "covers set A FPT 1 --reason=a\u2028b",
      "--reason is not a reason: write 1 to 500 visible characters on one line, without direction marks.",
    ],
    [
      "calls contact A FPT --method telephone --answer reached --note=a\u202eb",
      "--note is not a reason: write 1 to 500 visible characters on one line, without direction marks.",
    ],
    ["covers set A FPT 1 --by lan\u001B[2J", "--by is not a name"],
    [`covers set A FPT 1 --by ${"n".repeat(129)}`, "--by is not a name"],
    ["margin explain", "oms margin explain: --account is missing: write --account ACCOUNT."],
    ["margin explain 888C000017 --account A", '"888C000017" is one word too many.'],
    ["audit list", "oms audit list: --chain is missing: write --chain CHAIN."],
    ["audit verify A", '"A" is one word too many.'],
    ["audit verify --chain", "--chain has no value: write --chain CHAIN."],
    ["prices set FPT", "oms prices set: PRICE is missing."],
    ["prices set FPT 80,00", 'PRICE "80,00" is not a price: write whole VND such as 25000 or 25,000.'],
    ["prices set FPT 8_0000", 'PRICE "8_0000" is not a price'],
    ["prices set FPT -80000", 'PRICE "-80000" is not a price'],
    ["prices set FPT 80.0", 'PRICE "80.0" is not a price: write whole VND such as 25000 or 25,000.'],
    [
      "prices set 41I1F6000 1461.55",
      'PRICE "1461.55" is not a price: write points such as 1461.5 or 1,461.5, with at most one decimal.',
    ],
    ["prices set 41B5F6000 106726.5", 'PRICE "106726.5" is not a price: write whole VND'],
    ["holidays set", "the days are missing: write them, or --file FILE, or --none for an empty list."],
    ["holidays set 2025-09-02 --none", "DATE and --none are both given: leave out one of them."],
    ["holidays set 2025-09-02 --file days", "DATE and --file are both given: leave out one of them."],
    ["holidays set --none --file days", "--file and --none are both given: leave out one of them."],
    ["holidays list 2025", '"2025" is one word too many.'],
    ["watch status FPT", '"FPT" is one word too many.'],
    ["rates set --margin 0.5 --call 0.4 --force-close 0.3", "write --symbol, --product or --group."],
    [
      "rates set --symbol S --group G --margin 0.5 --call 0.4 --force-close 0.3",
      "--symbol and --group are both given: leave out one of them.",
    ],
    [
      "rates set --group STO --margin 1.1 --call 0.4 --force-close 0.3",
      '--margin is "1.1": write a decimal from 0',
    ],
    ["rates set --group STO --margin 0.5 --call 0.1234567 --force-close 0", '--call is "0.1234567"'],
    ["rates set --group STO --margin 0.5 --call . --force-close 0", '--call is ".": write a decimal'],
    ["instruments list --limit 0", "--limit is 0: write 1 to 10000."],
    ["notifications list --user u --offset -1", "--offset is -1: write 0 to"],
    ["instruments import catalog.xlsx", "ends neither in .csv nor in .json: write --format"],
    ["instruments import -", "FILE - ends neither"],
    ["instruments import a.csv --format xml", '--format is "xml": write csv or json.'],
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
    const { stdout } = await run(["cash", "deposit", "A-1", "1_000", "--json"], folder);
    expect(JSON.parse(stdout)).toMatchObject({
      amountVnd: 1_000,
      movementId: expect.stringMatching(/^TX-[0-9a-f-]{36}$/),
    });
    await expect(run(["cash", "deposit", "A-1", "x"], folder)).rejects.toMatchObject({ code: 2, stdout: "" });
    await expect(run(["accounts", "show", "A-2"], folder)).rejects.toMatchObject({ code: 1, stdout: "" });
  });
});
