import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyTree, readTree } from "./read-tree.ts";

const repository = resolve(import.meta.dirname, "../../../..");
const scope = "@trading-oms/";

/** What `turbo run test --dry=json` says of a task. */
type Task = {
  readonly task: string;
  readonly package: string;
  readonly directory: string;
  readonly command: string;
  readonly hash: string;
};

let folder: string;
let unchanged: readonly Task[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tasks-"));
  copyTree(readTree(repository), folder);
  unchanged = listTests();
});
afterAll(() => rmSync(folder, { recursive: true }));

function listTests(): Task[] {
  const turbo = join(repository, "node_modules/.bin/turbo");
  const output = execFileSync(turbo, ["run", "test", "--dry=json"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { tasks } = JSON.parse(output) as { readonly tasks: readonly Task[] };
  return tasks.filter(({ task, command }) => task === "test" && command !== "<NONEXISTENT>");
}

/** The packages whose tests run anew after a change of a file. */
function testsAfter(path: string, change: (text: string) => string): string {
  const file = join(folder, path);
  const text = readFileSync(file, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  const hashes = new Set(unchanged.map(({ hash }) => hash));
  const anew = listTests().filter(({ hash }) => !hashes.has(hash));
  writeFileSync(file, text);
  return anew.map((task) => task.package.replace(scope, "")).join(" ");
}

/** A file of a package's code, not of its tests. */
function sourceOf(directory: string): string {
  const paths = globSync("src/**/*.{ts,tsx}", { cwd: join(folder, directory) }).sort();
  const source = paths.find((path) => !/\.(test|test-d|suite)\.|\/testing\//.test(path));
  if (source === undefined) throw new Error(`${directory} has no source file.`);
  return join(directory, source);
}

it("repeats after an edit in a package the tests that depend on it, and no more", () => {
  const anew = unchanged.map((task) => [
    task.package.replace(scope, ""),
    testsAfter(sourceOf(task.directory), (text) => `${text}\n`),
  ]);
  expect(Object.fromEntries(anew)).toEqual({
    access: "access bench client create edge example lab mock oms server",
    bench: "bench",
    brokerage:
      "bench brokerage client console create edge example feed images lab mock oms release server sim site store",
    cards: "bench cards client create edge example id-card lab mock oms release server",
    client: "bench client console create edge example lab mock oms",
    conformance: "conformance create example lab mock",
    console: "bench client console create edge example lab mock",
    contract: "bench client console contract create edge example lab mock release server site spec",
    create: "create",
    edge: "bench edge lab",
    example: "create example",
    feed: "bench client create edge example feed lab mock oms server",
    "id-card": "bench client create edge example id-card lab mock oms server",
    images: "bench client create edge example images lab mock oms server",
    lab: "lab",
    margin:
      "bench brokerage client console create edge example feed images lab margin mock oms release server sim site store",
    market:
      "bench brokerage client console create edge example feed images lab market mock oms release server sim site store",
    mock: "create example lab mock",
    oms: "bench create edge example lab mock oms",
    release: "release",
    scratch:
      "bench client console create edge example feed images lab mock oms release scratch server sim site spec store",
    server: "bench client create edge example lab mock server",
    sim: "sim",
    site: "bench client console create edge example lab mock release server site",
    spec: "bench client conformance console contract create edge example lab mock oms release server site spec",
    store: "bench client create edge example lab mock oms server sim store",
  });
});

it("repeats after an upgrade of a dependency the tests of the packages that use it", () => {
  const upgrade = (text: string) =>
    text.replace(/(autocannon(?:@|:\n +specifier: .+\n +version: ))9\.0\.0/g, "$19.0.1");
  expect(testsAfter("pnpm-lock.yaml", upgrade)).toBe("bench");
});
