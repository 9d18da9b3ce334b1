import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { findPort } from "../../testing/start-built-server.ts";

const repository = resolve(import.meta.dirname, "../../../../..");
const waiting = { timeout: 120_000, interval: 50 };

/** `npm start` with a port and a data folder of its own. It leads a process group, so that leftovers can be found. */
async function startByNpm() {
  const folder = await mkdtemp(join(tmpdir(), "npm-start-"));
  const port = await findPort();
  const npm = spawn("npm", ["start"], {
    cwd: repository,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, "data") },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const group = -(npm.pid ?? 0);
  onTestFinished(async () => {
    if (isThere(group)) process.kill(group, "SIGKILL");
    await rm(folder, { recursive: true });
  });
  let written = "";
  npm.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text;
  });
  return {
    folder,
    written: () => written,
    /** Signals npm alone, and returns how it ended and after how long. */
    async stop(signal: NodeJS.Signals) {
      const beganMs = performance.now();
      npm.kill(signal);
      const [code, endedBy] = await once(npm, "exit");
      return { code, endedBy, elapsedMs: performance.now() - beganMs };
    },
    answers: () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    isAnyLeft: () => isThere(group),
    /** The names of npm and all that it has started. pnpm makes further process groups, but no session. */
    async running() {
      const { stdout } = await promisify(execFile)("ps", ["-eo", "sid=,comm="]);
      const named = stdout.split("\n").map((line) => line.trim().split(/\s+/));
      return named.filter(([id]) => Number(id) === npm.pid).map(([, name = ""]) => basename(name));
    },
  };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(["SIGTERM", "SIGINT"] as const)("%s to npm start alone stops the server", async (signal) => {
  const { stop, answers, isAnyLeft, written } = await startByNpm();
  await vi.waitFor(async () => expect(await answers()).toBe(true), waiting);
  const { code, elapsedMs } = await stop(signal);
  expect(elapsedMs).toBeLessThan(2_000);
  expect(code).toBe(0);
  expect(await answers()).toBe(false);
  expect(isAnyLeft()).toBe(false);
  expect(written()).toContain('"event":"stopped"');
});

test("no server follows a SIGTERM to npm start during its build", async () => {
  const { folder, stop, answers, isAnyLeft, running } = await startByNpm();
  await vi.waitFor(async () => expect(await running()).toContain("turbo"), waiting);
  const { code, endedBy, elapsedMs } = await stop("SIGTERM");
  expect(elapsedMs).toBeLessThan(2_000);
  expect(endedBy ?? code).toBeOneOf(["SIGTERM", 143]);
  // The step in progress ends by itself.
  await vi.waitFor(() => expect(isAnyLeft()).toBe(false), waiting);
  expect(await answers()).toBe(false);
  expect(existsSync(join(folder, "data"))).toBe(false);
});
