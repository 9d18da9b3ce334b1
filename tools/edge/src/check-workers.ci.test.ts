import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("check-workers.ts", import.meta.url));
const server = fileURLToPath(new URL("../../../apps/server/", import.meta.url));

function check(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** Copies what was built of the server beside it, where it finds the same packages, and plants a line in a file of it. */
async function plantInCopy(file: string, line: string): Promise<string> {
  const folder = await mkdtemp(join(server, ".tmp-planted-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(server, "dist"), folder, { recursive: true });
  const path = join(folder, file);
  await writeFile(path, `${line}\n${await readFile(path, "utf8")}`);
  return join(folder, "runtime/workers.js");
}

test.each(["node:fs", "fs"])(
  "A planted import of %s fails the check, which names the way to it",
  async (name) => {
    const entry = await plantInCopy("wire-number.js", `import "${name}";`);
    const { status, stderr } = check("--entry", entry);
    expect(status).toBe(1);
    const chain = stderr.split("\n").map((part) => part.trim().replace(/^.*\.tmp-planted-[^/]+\//, ""));
    expect(chain.slice(0, 7)).toEqual([
      `BROKEN: The Worker imports ${name}, which Workers do not have:`,
      "runtime/workers.js",
      "runtime/workers/create-worker.js",
      "create-app.js",
      "operations/index.js",
      "operations/get-margin-ratio.js",
      "wire-number.js",
    ]);
  },
);

test("A copy in which nothing of Node is planted passes, and a budget that is too small fails it", async () => {
  const entry = await plantInCopy("wire-number.js", "// Nothing is planted.");
  expect(check("--entry", entry)).toMatchObject({ status: 0, stderr: "" });
  const { status, stderr } = check("--entry", entry, "--budget", "10");
  expect(status).toBe(1);
  expect(stderr).toMatch(/^BROKEN: The bundle weighs \d\d\.\d KiB compressed, and 10\.0 KiB were agreed\./);
});

test("What is asked wrongly is refused with the way to ask", () => {
  expect(check("--budget", "light")).toMatchObject({ status: 2 });
  expect(check("--help")).toMatchObject({ status: 0, stderr: "" });
});
