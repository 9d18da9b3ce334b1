// The entry of `npm run oms`. It runs on the Node of npm, builds oms if a source has changed since the last build, and
// runs it with the pinned Node. Comparing all sources takes some milliseconds; asking turbo takes more than a second.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const node = join(root, "node_modules/.bin/node");
const program = join(root, "apps/oms/dist/oms.js");
const stamp = join(root, "node_modules/.cache/oms-built");

const sources = digestSources();
if (!isBuilt()) build();
run();

/** Hashes path, size and time of every file that oms is built from. */
function digestSources() {
  const hash = createHash("sha256");
  const folders = new Set([join(root, "apps/oms")]);
  for (const folder of folders) {
    addFiles(hash, folder, (name) => name === "src" || name.endsWith(".json"));
    const { references = [] } = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8"));
    for (const { path } of references) folders.add(join(folder, path));
  }
  addFiles(hash, root, (name) => /^(package|tsconfig\.(?:base|build)|pnpm-.*)\.(json|yaml)$/.test(name));
  return hash.digest("hex");
}

function addFiles(hash, folder, isWanted) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      addFiles(hash, path, (name) => name !== "testing" && !name.endsWith(".test.ts"));
      continue;
    }
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
}

function isBuilt() {
  return [node, program, stamp].every(existsSync) && readFileSync(stamp, "utf8") === sources;
}

/** Builds oms, and installs missing packages. Its output goes to stderr on failure, because stdout belongs to the command. */
function build() {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const words = ["-y", packageManager, "--silent", "exec", "turbo", "run", "build"];
  const built = spawnSync("npx", words, {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 26,
  });
  if (built.status !== 0) {
    process.stderr.write(built.stdout ?? "");
    process.stderr.write(`oms could not be built${built.error ? `: ${built.error.message}` : ""}.\n`);
    process.exit(built.status || 1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

function run() {
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends SIGINT to the child as well. A second one would end it without a graceful stop.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (failure) => {
    process.stderr.write(`oms could not be started: ${failure.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
