import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOms } from "@trading-oms/scratch";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("edge.ts", import.meta.url));

async function startDevEdge(folder: string, ...words: readonly string[]) {
  const env = { PATH: process.env["PATH"], DATA_DIR: folder };
  const child = spawn(process.execPath, [program, "dev", "--port", "0", ...words], { env });
  const said = await readGreeting(child);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? "";
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((settle) => child.on("exit", settle));
    child.kill(signal);
    return ended;
  };
  // SIGKILL would leave the runtime running.
  onTestFinished(async () => void (child.exitCode === null && (await end("SIGTERM"))));
  return { url, said, end };
}

function readGreeting({ stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">): Promise<string> {
  let said = "";
  return new Promise((settle) => {
    stderr?.on("data", (text) => settle(String(text)));
    stdout?.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.includes("Ctrl+C")) settle(said);
    });
  });
}

const coverPath = "/api/v1/users/covered-margin-call";

test("serves the demonstration with one command, stops on a signal, and keeps its data", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-dev-edge-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const first = await startDevEdge(folder);
  expect(first.said).toContain("The demonstration was loaded.");
  const token = (await runOms({ DATA_DIR: folder }, "token", "--user", "demo")).trim();
  const cover = async (url: string) => {
    const answer = await fetch(url + coverPath, {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ accountId: "888C000017", symbol: "FPT", amount: 2_000_000 }),
    });
    return ((await answer.json()) as { readonly message: string }).message;
  };
  expect(await cover(first.url)).toBe("The covered amount of FPT is 2,000,000 VND now; it was 0 VND.");
  const page = await fetch(`${first.url}/docs`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const tag = page.headers.get("etag") ?? "";
  expect((await fetch(`${first.url}/docs`, { headers: { "if-none-match": tag } })).status).toBe(304);
  const document = await fetch(`${first.url}/openapi.json`);
  expect(await document.json()).toMatchObject({ info: { title: "Trading OMS" } });
  expect(await first.end("SIGTERM")).toBe(0);
  const second = await startDevEdge(folder);
  expect(second.said).toContain("The data of an earlier run are used");
  expect(await cover(second.url)).toBe("The covered amount of FPT is 2,000,000 VND already.");
  expect(await second.end("SIGINT")).toBe(0);
  const fresh = await startDevEdge(folder, "--fresh");
  expect(await cover(fresh.url)).toBe("The covered amount of FPT is 2,000,000 VND now; it was 0 VND.");
});
