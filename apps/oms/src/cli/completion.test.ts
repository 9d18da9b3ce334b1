import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { everyCommand } from "../commands/every-command.ts";
import type { PlannedWorld } from "../testing/plan-world.ts";
import { worldTest as test } from "../testing/world-test.ts";

const shells = ["bash", "zsh", "fish"];

async function scriptOf(world: PlannedWorld, shell: string): Promise<string> {
  const { exitCode, stdout, stderr } = await world.oms(`completion ${shell}`);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return stdout;
}

/** Returns what bash offers for the last word of a line. */
async function completeInBash(world: PlannedWorld, line: string): Promise<string[]> {
  const script = await world.write("completion.bash", await scriptOf(world, "bash"));
  const ask = `source ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _oms; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const words = ["-c", ask, "bash", ...line.split(" ")];
  const { stdout } = await promisify(execFile)("bash", words, { cwd: world.pathOf("") });
  return stdout.split("\n").filter(Boolean);
}

test.for([
  ["oms acc", ["accounts"]],
  ["oms accounts ", ["open", "show", "list", "import", "--database", "--json", "--help"]],
  ["oms accounts l", ["list"]],
  ["oms --database x.sqlite --json cash d", ["deposit"]],
  ["oms cash deposit A-1 1000 --i", ["--id"]],
  ["oms cash deposit A-1 1000 --id ", []],
  ["oms token --user demo --t", ["--ttl"]],
  ["oms rates set --f", ["--force-close"]],
  ["oms feed publish --hours ", ["exchange", "always"]],
  ["oms feed publish --from s", ["simulated"]],
  ["oms feed publish --from b", ["backup 1.gz"]],
  ["oms completion ", ["bash", "zsh", "fish", "--database", "--json", "--help"]],
  ["oms db restore b", ["backup 1.gz"]],
  ["oms accounts list --database b", ["backup 1.gz"]],
  ["oms accounts show b", []],
  ["oms frob ", []],
] as const)("completes %j in bash", async ([line, offered], { world }) => {
  await world.write("backup 1.gz", "");
  expect(await completeInBash(world, line)).toEqual(offered);
});

test("offers every group, command and option in bash", async ({ world }) => {
  const groups = Map.groupBy(everyCommand, ({ words: [group] }) => group);
  expect(await completeInBash(world, "oms ")).toEqual([...groups.keys(), "--database", "--json", "--help"]);
  const script = await scriptOf(world, "bash");
  for (const { words, options = {} } of everyCommand) {
    const place = script.split("\n").find((line) => line.startsWith(`    '${words.join(" ")} '*)`));
    for (const name of Object.keys(options)) expect(place, words.join(" ")).toContain(`--${name}`);
  }
});

test("describes each word in zsh", async ({ world }) => {
  const script = await scriptOf(world, "zsh");
  expect(script).toMatch(/^#compdef oms\n/);
  const cases = script.split("\n").filter((line) => line.startsWith("    '"));
  expect(cases.length).toBeGreaterThan(everyCommand.length);
  for (const line of cases)
    expect(line).toMatch(/^ {4}('[^']*'\*?)+\) found=\(('([^']|'\\'')*' ?)*\) files=1? ;;$/);
  expect(script).toContain(`    'accounts  '*) found=('open:Opens an empty account.' 'show:`);
  expect(script).toContain("    'db restore '*) found=('--database:");
});

test("describes each word and option in fish", async ({ world }) => {
  const lines = (await scriptOf(world, "fish"))
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("complete"));
  for (const line of lines) {
    expect(line).toMatch(/^complete -c oms( -n '[\w -]+')?( -[a-zF]( [\w-]+| '([^'\\]|\\.)*')?)+$/);
  }
  expect(lines).toContain("complete -c oms -n '__oms_at accounts' -a open -d 'Opens an empty account.'");
  expect(lines).toContain("complete -c oms -n '__oms_in db restore' -F");
  for (const { words, options = {} } of everyCommand) {
    for (const name of Object.keys(options)) {
      const start = `complete -c oms -n '__oms_in ${words.join(" ")}' -l ${name} `;
      expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
    }
  }
});

test("prints scripts that each installed shell can parse", async ({ world }) => {
  const read: string[] = [];
  for (const shell of shells) {
    const script = await world.write(`completion.${shell}`, await scriptOf(world, shell));
    const { error, status, stderr } = spawnSync(shell, ["-n", script], { encoding: "utf8" });
    if (error === undefined) read.push(shell);
    expect({ shell, status: status ?? 0, stderr: stderr ?? "" }).toEqual({ shell, status: 0, stderr: "" });
  }
  expect(read).toContain("bash");
});

test("refuses any other shell", async ({ world }) => {
  const { exitCode, stderr } = await world.oms("completion csh");
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('SHELL is "csh"'),
  });
});
