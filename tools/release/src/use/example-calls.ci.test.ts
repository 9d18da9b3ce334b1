/** Runs the call of each operation, as a reader would, against a service that answers with the examples. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listen } from "@trading-oms/site/serve-folder";
import { callFile, openapiFolder, readExamples } from "@trading-oms/spec";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository, runProgram } from "../run/run-program.ts";
import { makeExampleService } from "./example-service.ts";

const examples = join(openapiFolder, "examples");
const calls = (await readExamples(examples))
  .filter(({ path }) => path.endsWith(`/${callFile}`))
  .map(({ path, text }) => ({ path, text, id: camelCase(path.split("/")[1] ?? "") }));

/** The operation of a folder. */
function camelCase(folder: string): string {
  return folder.replaceAll(/-([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}

/** What a call says that it prints: its comments, in order. */
const promisedBy = (text: string): string[] =>
  [...text.matchAll(/\/\/ (.*)$/gm)].map(([, line = ""]) => line);

/** Runs all calls in one process, each with the lines that it printed. */
const driver = (paths: readonly string[]): string => `const printed = {};
for (const path of ${JSON.stringify(paths)}) {
  const lines = [];
  console.log = (...words) => lines.push(words.join(" "));
  await import("./" + path);
  printed[path] = lines;
}
process.stdout.write(JSON.stringify(printed));
`;

describe("The calls of our client among the examples", () => {
  let folder: string;
  let printed: Readonly<Record<string, readonly string[]>>;
  let served: ReadonlySet<string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "calls-"));
    const service = await makeExampleService(examples);
    const { origin, close } = await listen(service.fetch);
    await mkdir(join(folder, "node_modules/@trading-oms"), { recursive: true });
    await symlink(join(repository, "packages/client"), join(folder, "node_modules/@trading-oms/client"));
    for (const side of ["front.jpg", "back.jpg"])
      await writeFile(join(folder, side), Uint8Array.of(255, 216, 255));
    for (const { path, text } of calls) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text.replaceAll("http://127.0.0.1:8787", origin));
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "run.js"), driver(calls.map(({ path }) => path)));
    printed = JSON.parse(await runProgram(process.execPath, ["run.js"], { folder }));
    served = service.takeServed();
    await close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(calls)("$path is answered, and prints what it says", ({ id, path, text }) => {
    expect(promisedBy(text)).not.toEqual([]);
    expect(printed[path]).toEqual(promisedBy(text));
    expect(served.has(id)).toBe(true);
  });
});
