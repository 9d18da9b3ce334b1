import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { replaceOnce } from "@trading-oms/spec";
import { printStep, runProgram } from "../run/run-program.ts";
import { installCopy, rehearse, type Shell, startServer } from "./rehearsal.ts";
import { listTouched } from "./rehearse-guide.ts";

const usage = `Plants a third document in a scratch copy: a file, an entry of the registry, two operations with handlers,
claims and examples. It has to be generated, served, typed, claimed and compared, and what is left out of it has to be found.

  pnpm lab third-document [--keep]

  --keep   leaves the scratch copy, to look at
  --help   this text

Exit codes: 0 the document is at home, 1 it is not, 2 used wrongly.`;

const template = join(import.meta.dirname, "third-document");

/** Where a document may have as many files as it likes. */
const rooms = /^(openapi|apps\/server\/src\/operations|packages\/conformance\/src\/claims)\//;
const touchedOutsideMax = 3;

const entry = `  {
    name: "planted",
    file: "planted.yaml",
    audience: "a rehearsal",
    packageEntry: "./planted",
    operationPrefix: "planted.",
    pathPrefixes: ["/planted/v0/"],
    verbs: ["list", "stream"],
    statuses: { each: ["200", "429", "500", "default"], some: ["400", "401"] },
    errorMediaTypes: ["application/json"],
    isServedEverywhere: true,
    isOurs: true,
    isFrozen: false,
  },
];
`;

async function rehearseDocument(scratch: string): Promise<boolean> {
  const shell = await installCopy(scratch);
  await printStep("plant the document", () => plant(scratch));
  const outside = (await listTouched(scratch)).filter((path) => !rooms.test(path));
  console.log(
    `files touched outside openapi/, operations/ and claims/: ${outside.length}\n  ${outside.join("\n  ")}`,
  );
  await printStep("checked", () => shell("pnpm document"));
  await printStep("generated and built", () => shell("pnpm run build"));
  await printStep("typed: types and contract agree", () => shell("pnpm exec tsc -b"));
  const tests = [
    "apps/server/src/emitted-document.test.ts",
    "apps/server/src/sent-members.test.ts",
    "tools/spec/src/drift/find-drift.test.ts",
  ];
  await printStep("compared: the emitted document, what is sent, and boundary values", () =>
    shell(`pnpm exec vitest run --project plain --testTimeout=120000 ${tests.join(" ")}`),
  );
  await printStep("served and claimed", () => askServed(scratch));
  for (const omission of omissions)
    await printStep(`found: ${omission.name}`, () => find(scratch, omission, shell));
  return outside.length <= touchedOutsideMax;
}

async function plant(scratch: string): Promise<void> {
  for (const file of await readdir(template, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = relative(template, join(file.parentPath, file.name));
    const target = join(scratch, path.replace(/\.txt$/, ""));
    await mkdir(dirname(target), { recursive: true });
    await cp(join(template, path), target);
  }
  await edit(scratch, "openapi/documents.ts", "  },\n];\n", `  },\n${entry}`);
  for (const name of ["types", "contract", "client"]) {
    const added = `"./planted": {
      "types": "./dist/planted.gen.d.ts",
      "default": "./dist/planted.gen.js"
    },
    "./package.json": "./package.json"`;
    await edit(scratch, `packages/${name}/package.json`, '"./package.json": "./package.json"', added);
  }
}

async function edit(scratch: string, path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(scratch, path), "utf8");
  await writeFile(join(scratch, path), replaceOnce(text, from, to));
}

/** Starts the built server, reads the document from it, and asks the claims of its operations. */
async function askServed(scratch: string): Promise<void> {
  const server = startServer(scratch);
  try {
    const [, origin = "", token = ""] = await server.untilPrinted(
      /(http:\/\/\S+?)\/docs\n[\s\S]*TOKEN=(\S+)\n/,
    );
    for (const path of ["/planted.json", "/planted.yaml", "/examples/planted/list-trees/200.json"]) {
      const { status } = await fetch(origin + path);
      if (status !== 200) throw new Error(`${path} is answered with ${status}.`);
    }
    const start = await (await fetch(`${origin}/docs/start.js`)).text();
    if (!start.includes("/planted.json")) throw new Error("The reference page does not show the document.");
    const program = join(scratch, "packages/conformance/bin/conformance.js");
    const printed = await runProgram(
      process.execPath,
      [program, origin, "--token", token, "--only", "planted", "--verbose"],
      {
        folder: scratch,
      },
    );
    for (const id of [
      "planted.kinds-are-a-list",
      "planted.hello-comes-first",
      "every.planted-stream-growth-wants-a-token",
    ]) {
      if (!new RegExp(`holds +${id.replaceAll(".", "\\.")}`, "i").test(printed))
        throw new Error(`${id} was not asked:\n${printed}`);
    }
  } finally {
    await server.end("SIGTERM");
  }
}

/** Something left out, and by which command and name it has to be found. */
type Omission = {
  readonly name: string;
  readonly plant: (scratch: string) => Promise<void>;
  readonly command: string;
  readonly says: RegExp;
  readonly file: string;
};

const operations = "apps/server/src/operations/planted";

const omissions: readonly Omission[] = [
  {
    name: "a member that a handler forgets",
    file: `${operations}/list-trees/handler.ts`,
    plant: (scratch) => edit(scratch, `${operations}/list-trees/handler.ts`, ": { kind })", ": {})"),
    command: "pnpm exec tsc -b",
    says: /list-trees\/handler\.ts.*\n[\s\S]*'kind' is missing/,
  },
  {
    name: "a documented member that is never sent",
    file: `${operations}/list-trees/handler.ts`,
    plant: (scratch) => edit(scratch, `${operations}/list-trees/handler.ts`, ', branches: ["low"] }', " }"),
    command: "pnpm exec vitest run --project plain --testTimeout=120000 apps/server/src/sent-members.test.ts",
    says: /planted\.listTrees[\s\S]*trees\[\]\.branches/,
  },
  {
    name: "an operation without a handler",
    file: `${operations}/stream-growth/handler.ts`,
    plant: (scratch) => rm(join(scratch, operations, "stream-growth/handler.ts")),
    command: "pnpm exec tsc -b",
    says: /planted\/stream-growth\/handler\.ts/,
  },
  {
    name: "an operation without a claim",
    file: "packages/conformance/src/claims/planted/stream-growth/claims.ts",
    plant: (scratch) => rm(join(scratch, "packages/conformance/src/claims/planted/stream-growth/claims.ts")),
    command: "pnpm exec tsc -b",
    says: /planted\/stream-growth\/claims\.ts/,
  },
  {
    name: "a stray document",
    file: "openapi/notes/stray.yaml",
    plant: async (scratch) => {
      await mkdir(join(scratch, "openapi/notes"));
      await cp(join(scratch, "openapi/planted.yaml"), join(scratch, "openapi/notes/stray.yaml"));
    },
    command: "pnpm document",
    says: /openapi\/notes\/stray\.yaml:1:1: is an OpenAPI document that the registry does not have/,
  },
];

/** Leaves something out, and puts it back once it was found. */
async function find(
  scratch: string,
  { plant: leaveOut, command, says, file }: Omission,
  shell: Shell,
): Promise<void> {
  const path = join(scratch, file);
  const before = await readFile(path, "utf8").catch(() => undefined);
  await leaveOut(scratch);
  const printed = await shell(command).then(
    () => "nothing",
    (failure: Error) => failure.message,
  );
  if (!says.test(printed)) throw new Error(`${command} does not find it; it printed\n${printed}`);
  if (before === undefined) await rm(path);
  else await writeFile(path, before);
}

if (import.meta.main) process.exitCode = await rehearse(usage, rehearseDocument);
