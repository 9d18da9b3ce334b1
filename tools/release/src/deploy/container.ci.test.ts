import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "@trading-oms/scratch";
import { expect, onTestFinished, test } from "vitest";
import { copyTree } from "../rehearse/rehearsal.ts";
import { repository, runProgram } from "../run/run-program.ts";

const text = await readFile(join(repository, "deploy/Containerfile"), "utf8");
const linesOf = (word: string): string[] =>
  [...text.matchAll(new RegExp(`^${word} (.*)$`, "gm"))].map(([, rest = ""]) => rest);

test("copies only sources that exist or are made by its own commands", () => {
  const sources = linesOf("COPY").map((line) => line.split(" "));
  expect(sources.length).toBeGreaterThan(1);
  for (const [source = "", target = ""] of sources.filter((words) => words.length === 2)) {
    expect([target, existsSync(join(repository, source))]).toEqual([target, true]);
  }
  for (const [from, source = ""] of sources.filter((words) => words.length === 3)) {
    expect([from, linesOf("RUN").some((command) => command.includes(` ${source}/`))]).toEqual([from, true]);
  }
});

test("installs, builds and starts the server with its commands in an empty folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "container-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [build, out, data] = ["build", "out", "data"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [build, out, data]) await mkdir(each);
  await copyTree(build);
  for (const command of linesOf("RUN").filter((line) => /^(?:npx|cp) /.test(line))) {
    await runProgram("sh", ["-c", command.replaceAll("/out/", `${out}/`)], { folder: build });
  }
  const port = await findFreePort();
  const variables = linesOf("ENV").map((line) => line.replace("/opt/oms", out).split("="));
  const environment = {
    ...Object.fromEntries(variables),
    BUILD: "6a8872e5",
    HOST: "127.0.0.1",
    PORT: `${port}`,
    DATA_DIR: data,
  };
  const keys = join(data, "jwks.json");
  await writeFile(keys, await makeKeys(out, data));
  const accepted = { AUTH_JWKS_FILE: keys, AUTH_ISSUER: "trading-oms", AUTH_AUDIENCE: "trading-oms" };
  const [program = "", ...words] = JSON.parse(linesOf("CMD")[0] ?? "[]") as string[];
  const server = spawn(program.replace("/opt/oms", out), words, {
    cwd: out,
    env: { PATH: "/usr/bin:/bin", ...environment, ...accepted },
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (part) => (said += part));
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  for (let tries = 0; tries < 400 && server.exitCode === null && (await ask("/readyz")) !== 200; tries += 1) {
    await wait(50);
  }
  expect([await ask("/readyz"), said]).toEqual([200, expect.any(String)]);
  expect(await ask("/api/v1/MarketData/GetSymbolSearch/fpt")).toBe(200);
  // The health check of the image, run by the Node in the image.
  const health = JSON.parse(/HEALTHCHECK .*CMD (.*)$/m.exec(text)?.[1] ?? "[]") as string[];
  process.env["PORT"] = `${port}`;
  await runProgram(join(out, "node"), health.slice(1), { folder: out });
  const ended = new Promise((settle) => server.once("exit", settle));
  server.kill("SIGTERM");
  expect(await ended).toBe(0);
});

/** Creates a key with the command line in the image. Returns the public part. */
async function makeKeys(out: string, data: string): Promise<string> {
  const oms = (...words: string[]): Promise<string> =>
    runProgram("env", [`DATA_DIR=${data}`, join(out, "node"), join(out, "oms/dist/oms.js"), ...words], {
      folder: out,
    });
  await oms("keys", "make");
  return oms("keys", "list", "--public");
}
