import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("edge.ts", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));
const server = join(root, "apps/server");

function check(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "check", ...words], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Copies the built server next to itself, where its packages resolve, and adds a line to one file. */
async function plantInCopy(file: string, line: string) {
  const folder = await mkdtemp(join(server, ".tmp-planted-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(server, "dist"), folder, { recursive: true });
  const planted = join(folder, file);
  await writeFile(planted, `${line}\n${await readFile(planted, "utf8")}`);
  return { entry: join(folder, "runtimes/workers/entries/main.js"), planted };
}

/** The relative files that a file imports or re-exports. */
async function readImports(file: string): Promise<readonly string[]> {
  const names = (await readFile(file, "utf8")).matchAll(/^(?:import|export|\}).*"(\.[^"]+)";$/gm);
  return Array.from(names, ([, name = ""]) => join(dirname(file), name));
}

test.each(["node:fs", "fs"])("fails on a planted import of %s and prints the import chain", async (name) => {
  const { entry, planted } = await plantInCopy("operations/wire/numbers.js", `import "${name}";`);
  const { status, stderr } = check("--entry", entry);
  expect(status).toBe(1);
  const [said, ...lines] = stderr.split("\n").map((line) => line.trim());
  expect(said).toBe(`BROKEN: The Worker imports ${name}, which Workers do not have:`);
  const chain = lines
    .slice(
      0,
      lines.findIndex((line) => line.startsWith("Mend:")),
    )
    .map((file) => join(root, file));
  expect(chain.at(0)).toBe(entry);
  expect(chain.at(-1)).toBe(planted);
  for (const [at, file] of chain.slice(1).entries())
    expect(await readImports(chain[at] ?? "")).toContain(file);
});

test("passes a clean copy, and fails on a budget that is too small", async () => {
  const { entry } = await plantInCopy("operations/wire/numbers.js", "// Nothing is planted.");
  expect(check("--entry", entry)).toMatchObject({ status: 0, stderr: "" });
  const { status, stderr } = check("--entry", entry, "--budget", "10");
  expect(status).toBe(1);
  expect(stderr).toMatch(/^BROKEN: The bundle weighs \d+\.\d KiB compressed, and 10\.0 KiB were agreed\./);
});

test("rejects invalid arguments with the usage", () => {
  expect(check("--budget", "light")).toMatchObject({ status: 2 });
  expect(check("--help")).toMatchObject({ status: 0, stderr: "" });
});
