import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runOms, savedQuote, writeCatalog } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { type BenchOptions, type Figure, format, type Measured, medianOf } from "./figures.ts";
import { loadDemonstration, readMegabytes, root, serverProgram, withFolder } from "./harness.ts";
import { startServerProcess } from "./server-process.ts";

const instrumentCount = 20_000;
const atRestMs = 30_000;

/** Start times of the server and the CLI, memory of an idle server, and the size of a Worker. */
export async function benchStart({ isShort }: BenchOptions): Promise<Measured> {
  const rounds = isShort ? 3 : 9;
  const starts = await measureStarts(rounds);
  const figures = [
    ...starts.figures,
    await measureMemory(isShort ? 5_000 : atRestMs),
    await measureCommandLine(rounds),
    {
      what: "the Worker that answers requests, in gzip",
      value: (await weighEdgeBundle(root)) / 1_024,
      unit: "KiB",
      atMost: 160,
    },
  ];
  return { figures, charts: [starts.chart] };
}

/** Starts on a large catalog with a quote for each instrument, beside a start of Node without a program. */
function measureStarts(rounds: number) {
  return withFolder(async (folder) => {
    const environment = {
      DATA_DIR: folder,
      PORT: "0",
      LOG_LEVEL: "warn",
      FEED: "none",
      DEMONSTRATION: "on",
      DATABASE_URL: "",
      DRAIN_DELAY_MS: "0",
    };
    await fillCatalog(folder);
    const [nodes, servers]: [number[], number[]] = [[], []];
    // The first start creates keys and files.
    for (let round = -1; round < rounds; round += 1) {
      const node = await timeProgram(process.execPath, ["-e", "0"]);
      const began = performance.now();
      const server = await startServerProcess(serverProgram, [], environment);
      await untilReady(server.port);
      const readyMs = performance.now() - began;
      await checkQuote(server.port);
      await server.stop();
      if (round < 0) continue;
      nodes.push(node);
      servers.push(readyMs);
    }
    const figure: Figure = {
      what: `ready to answer, ${instrumentCount.toLocaleString("en")} instruments with quotes`,
      value: medianOf(servers),
      unit: "ms",
      atMost: 500,
      beside: `Node that runs nothing ${format(medianOf(nodes), "ms")}`,
    };
    const bars = [
      { label: "server", value: medianOf(servers), isOurs: true },
      { label: "Node alone", value: medianOf(nodes) },
    ];
    return { figures: [figure], chart: { name: "start", title: "Start", unit: "ms", bars } };
  });
}

async function untilReady(port: number): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) await wait(2);
}

/** Resident memory of an idle server on the demonstration, with its simulated feed. */
function measureMemory(restMs: number): Promise<Figure> {
  return withFolder(async (folder) => {
    const environment = { DATA_DIR: folder, PORT: "0", LOG_LEVEL: "warn", DATABASE_URL: "" };
    await loadDemonstration(environment);
    const server = await startServerProcess(serverProgram, [], environment);
    await wait(restMs);
    const value = await readMegabytes(server.pid);
    await server.stop();
    return { what: "memory of a server at rest, demonstration", value, unit: "MB", atMost: 165 };
  });
}

/** `npm run oms -- --help`, less the time of an empty npm script. */
function measureCommandLine(rounds: number): Promise<Figure> {
  return withFolder(async (folder) => {
    await writeFile(join(folder, "package.json"), JSON.stringify({ scripts: { empty: "true" } }));
    const [commands, empties]: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      const empty = await timeProgram("npm", ["run", "--silent", "empty"], folder);
      const command = await timeProgram("npm", ["run", "--silent", "oms", "--", "--help"], root);
      if (round < 0) continue;
      empties.push(empty / 1_000);
      commands.push(command / 1_000);
    }
    return {
      what: "the command line, above an npm script that does nothing",
      value: medianOf(commands.map((command, round) => command - (empties[round] ?? Number.NaN))),
      unit: "s",
      atMost: 0.3,
      beside: `npm run oms ${format(medianOf(commands), "s")}, empty script ${format(medianOf(empties), "s")}`,
    };
  });
}

async function timeProgram(command: string, words: readonly string[], cwd = root): Promise<number> {
  const began = performance.now();
  const child = spawn(command, words, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${command} ${words.join(" ")} ended with ${code}.`);
  return performance.now() - began;
}

async function fillCatalog(folder: string): Promise<void> {
  const symbols = Array.from({ length: instrumentCount }, (_, index) => `L${index}`);
  const file = join(folder, "catalog.csv");
  await writeCatalog(file, symbols);
  await runOms({ DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATA_DIR: folder }, "instruments", "import", file);
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  await store.saveQuotes(symbols.map(savedQuote), { nowMs: Date.now() });
  await store.close();
}

/** Asserts that the quote that is loaded last, by the order of symbols as texts, is in a first result. */
async function checkQuote(port: number): Promise<void> {
  const path = `/api/v1/MarketData/GetSymbolSearch/L${"9".repeat(String(instrumentCount).length - 1)}`;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  type Body = { readonly data: readonly { readonly info?: { readonly lsPrc?: number } }[] };
  const { data } = (await answer.json()) as Body;
  if (data[0]?.info?.lsPrc !== 25_000)
    throw new Error("A first search found an instrument without its quote.");
}

/** The compressed size of the Worker that answers requests on D1. */
async function weighEdgeBundle(folder: string): Promise<number> {
  // Imported on demand: the module loads the Workers runtime.
  const { bundleWorker, checkBundle, requestWorker } = await import("@trading-oms/edge");
  const { compressedBytes, faults } = checkBundle(await bundleWorker(requestWorker, folder), Infinity);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return compressedBytes;
}
