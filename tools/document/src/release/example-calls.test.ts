/** Runs the call of each operation, as a reader would, against a service that answers with the examples. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callFile } from "../check-example.ts";
import { listOperations } from "../list-operations.ts";
import { readDocument } from "../read-document.ts";
import { documents, kebab, openapiFolder } from "../registry.ts";
import { listen, makeExampleService } from "./example-service.ts";
import { repository, runProgram } from "./run-program.ts";

const examples = join(openapiFolder, "examples");
const operations = (await Promise.all(documents.map(listNames))).flat();

async function listNames({ name, file }: (typeof documents)[number]) {
  const reading = await readDocument(join(openapiFolder, file));
  if (reading.kind === "faulty") throw new Error(`${file} is faulty.`);
  return listOperations(reading.document).map(({ id }) => ({ id, path: `${name}/${kebab(id)}` }));
}

/** What a call says that it prints: its comments, in order. */
const promisedBy = (text: string): string[] =>
  [...text.matchAll(/\/\/ (.*)$/gm)].map(([, line = ""]) => line);

/** Runs all calls in one process, each with the lines that it printed. */
const driver = (paths: readonly string[]): string => `const printed = {};
for (const path of ${JSON.stringify(paths)}) {
  const lines = [];
  console.log = (...words) => lines.push(words.join(" "));
  await import("./" + path + ".ts");
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
    for (const { path } of operations) {
      const text = await readFile(join(examples, path, callFile), "utf8");
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, `${path}.ts`), text.replaceAll("http://127.0.0.1:8787", origin));
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "run.js"), driver(operations.map(({ path }) => path)));
    printed = JSON.parse(await runProgram(process.execPath, ["run.js"], { folder }));
    served = service.takeServed();
    await close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(operations)("$path is answered, and prints what it says", async ({ id, path }) => {
    const promised = promisedBy(await readFile(join(examples, path, callFile), "utf8"));
    expect(promised).not.toEqual([]);
    expect(printed[path]).toEqual(promised);
    expect(served.has(id)).toBe(true);
  });
});
