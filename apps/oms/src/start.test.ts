import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A fake npx: "builds" a program that prints its arguments and input and exits with 3. */
const npx = `#!/bin/sh
echo "$@" >> builds.txt
echo chatter
[ -e broken ] && exit 7
mkdir -p apps/oms/dist
cat > apps/oms/dist/oms.js <<'END'
if (process.argv[2] === "wait") {
  process.on("SIGTERM", () => process.exit(9));
  setInterval(() => {}, 1_000);
  console.log("waiting");
} else {
  process.exitCode = 3;
  process.stdin.on("data", (data) => process.stdout.write(process.argv.slice(2).join(" ") + ": " + data));
}
END
`;

/** Makes a repository of two packages that are not built. */
async function makeRepository() {
  const root = await mkdtemp(join(tmpdir(), "start-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content, { mode: 0o755 });
  };
  await write("package.json", '{ "type": "module", "packageManager": "pnpm@1.2.3" }');
  await write("apps/oms/tsconfig.json", '{ "references": [{ "path": "../../packages/store" }] }');
  await write("apps/oms/src/oms.ts", "1");
  await write("packages/store/tsconfig.json", "{}");
  await write("packages/store/src/deep/one.ts", "1");
  await write("packages/store/src/deep/one.test.ts", "1");
  await write("bin/npx", npx);
  await mkdir(join(root, "node_modules/.bin"), { recursive: true });
  await symlink(process.execPath, join(root, "node_modules/.bin/node"));
  await cp(here("../start.mjs"), join(root, "apps/oms/start.mjs"));
  const start = (...words: string[]) => {
    const PATH = `${join(root, "bin")}:${process.env["PATH"]}`;
    return spawn(process.execPath, [join(root, "apps/oms/start.mjs"), ...words], { env: { PATH } });
  };
  return {
    root,
    write,
    start,
    run: async (...words: string[]) => {
      const child = start(...words);
      child.stdin.end("input");
      const [stdout, stderr, [exitCode]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      return { exitCode, stdout, stderr };
    },
    builds: async () => (await readFile(join(root, "builds.txt"), "utf8")).trim().split("\n"),
  };
}

test("builds once, and passes arguments, input, output and exit code through", async () => {
  const { run, builds } = await makeRepository();
  const answer = { exitCode: 3, stdout: "accounts list: input", stderr: "" };
  expect(await run("accounts", "list")).toEqual(answer);
  expect(await run("accounts", "list")).toEqual(answer);
  expect(await builds()).toEqual(["-y pnpm@1.2.3 --silent exec turbo run build"]);
});

test("builds again if a source, but not a test, was changed, added or got another time", async () => {
  const { root, run, write, builds } = await makeRepository();
  await run();
  await write("packages/store/src/deep/one.test.ts", "22");
  await run();
  expect(await builds()).toHaveLength(1);
  await write("packages/store/src/deep/one.ts", "22");
  await run();
  expect(await builds()).toHaveLength(2);
  await write("packages/store/src/two.ts", "1");
  await run();
  expect(await builds()).toHaveLength(3);
  await utimes(join(root, "apps/oms/src/oms.ts"), 1_000, 1_000);
  await run();
  expect(await builds()).toHaveLength(4);
});

test("prints the output of a failed build to stderr, and builds again the next time", async () => {
  const { root, run, write, builds } = await makeRepository();
  await write("broken", "");
  expect(await run()).toEqual({ exitCode: 7, stdout: "", stderr: "chatter\noms could not be built.\n" });
  await rm(join(root, "broken"));
  expect(await run()).toMatchObject({ exitCode: 3, stderr: "" });
  expect(await builds()).toHaveLength(2);
});

test("passes a signal to the command and returns its exit code", async () => {
  const { run, start } = await makeRepository();
  await run();
  const child = start("wait");
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([9, null]);
});

test.for([
  ["oms", here("./oms.ts"), '"npm run oms -- …"'],
  ["The server", here("../../server/src/runtimes/node/main.ts"), '"npm start"'],
] as const)("%s names the Node that it needs if an older one runs it", async (each) => {
  const [name, program, how] = each;
  const older = 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })';
  const child = spawn(process.execPath, ["--import", `data:text/javascript,${older}`, program]);
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(stderr).toContain(`${name} needs Node 26 or later, and this is Node 20.20.2.`);
  expect(stderr).toContain(how);
  expect(exitCode).toBe(2);
});

test.for(["./oms.ts", "../../server/src/runtimes/node/main.ts"])(
  "%s has only imports that an older Node can resolve",
  async (path) => {
    // Node resolves named imports before it runs the first line. node:path has always had join.
    const source = await readFile(here(path), "utf8");
    expect(source.match(/^import .+$/gm)).toEqual([
      'import module from "node:module";',
      'import { join } from "node:path";',
    ]);
  },
);
