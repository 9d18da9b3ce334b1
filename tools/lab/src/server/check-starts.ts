import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort, runOms, savedQuote, writeCatalog } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { quantile } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { search, serverEnvironment, serverProgram } from "../harness/server.ts";

const instrumentCount = 20_000;
const readyMsMax = 600;
const tryCountMax = 3;

/**
 * The start of Node alone on the machine for which the limit was set. On a slower machine the limit grows in
 * proportion.
 */
const nodeMsUsual = 30;

/** Loads the server's modules as the server does, without running them. */
const readingProgram =
  `import module from "node:module";` +
  `module.enableCompileCache(${JSON.stringify(join(serverProgram, "../../../../node_modules/.cache/compiled"))});` +
  `await import(${JSON.stringify(join(serverProgram, "../run-server.js"))});`;

/** Starts the server on a large catalog with a quote per instrument, and measures when it is ready. */
export async function checkStarts({ folder }: { readonly folder: string }, count: number): Promise<Verdict> {
  const dataFolder = join(folder, "large");
  const catalog = join(folder, "large.csv");
  const symbols = Array.from({ length: instrumentCount }, (_, index) => `L${index}`);
  await writeCatalog(catalog, symbols);
  await runOms({ DATA_DIR: dataFolder }, "db", "migrate");
  await runOms({ DATA_DIR: dataFolder }, "instruments", "import", catalog);
  // The first start creates keys and files.
  await startOnce(dataFolder);
  await writeQuotes(dataFolder, symbols);
  const summaries: string[] = [];
  let isInTime = false;
  let isQuoted = true;
  while (summaries.length < tryCountMax && !isInTime) {
    const [nodes, imports, starts]: [number[], number[], Start[]] = [[], [], []];
    for (let index = 0; index < count; index += 1) {
      nodes.push(await runOnce("0"));
      imports.push(await runOnce(readingProgram));
      starts.push(await startOnce(dataFolder));
    }
    const [nodeMs, importMs] = [quantile(nodes, 0.5), quantile(imports, 0.5)];
    const readyMs = quantile(
      starts.map((start) => start.readyMs),
      0.5,
    );
    const allowedMs = readyMsMax * Math.max(1, nodeMs / nodeMsUsual);
    isQuoted &&= starts.every((start) => start.isQuoted);
    isInTime = readyMs <= allowedMs;
    summaries.push(
      `${readyMs.toFixed(0)} ms (at most ${allowedMs.toFixed(0)}; Node itself ${nodeMs.toFixed(0)}, ` +
        `with the program read ${importMs.toFixed(0)})`,
    );
  }
  const faults = isInTime ? [] : ["the server was ready too late each time"];
  if (!isQuoted) faults.push("a first search found an instrument without its quote");
  const line = `${count} starts on ${instrumentCount} instruments with quotes: ready after a median of ${summaries.join(", ")}`;
  return { line, faults };
}

/** The time from spawning to readiness, and whether a quote is available then. */
type Start = { readonly readyMs: number; readonly isQuoted: boolean };

async function startOnce(dataFolder: string): Promise<Start> {
  const port = await findFreePort();
  const env = serverEnvironment({ DATA_DIR: dataFolder, PORT: String(port), DRAIN_DELAY_MS: "0" });
  const began = performance.now();
  const child = spawn(process.execPath, [serverProgram], { env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  try {
    for (; child.exitCode === null && child.signalCode === null; await wait(2)) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      if (answer?.status === 200)
        return { readyMs: performance.now() - began, isQuoted: await hasQuote(port) };
    }
    throw new Error("The server ended before it was ready.");
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** Searches for the quote that is loaded last: they are loaded in the order of their symbols as texts. */
async function hasQuote(port: number): Promise<boolean> {
  const { data } = await search({ port }, `L${"9".repeat(String(instrumentCount).length - 1)}`);
  return data?.[0]?.info?.lsPrc === 25_000;
}

/** Measures a process that only runs this program. */
async function runOnce(program: string): Promise<number> {
  const began = performance.now();
  const words = ["--input-type=module", "-e", program];
  const [code] = await once(
    spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] }),
    "exit",
  );
  if (code !== 0) throw new Error(`A process that was to be timed ended with ${code}.`);
  return performance.now() - began;
}

/** Stores a quote of each symbol, as an earlier server would have. */
async function writeQuotes(dataFolder: string, symbols: readonly string[]): Promise<void> {
  const store = await openSqliteStore({ path: join(dataFolder, "oms.sqlite") });
  await store.saveQuotes(symbols.map(savedQuote), { nowMs: Date.now() });
  await store.close();
}
