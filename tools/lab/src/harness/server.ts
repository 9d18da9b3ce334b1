import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Launch, type Program, startProgram } from "@trading-oms/scratch";
import { measureUntil, seconds } from "./figures.ts";

/** The built server. */
export const serverProgram: string = fileURLToPath(
  new URL("../../../../apps/server/dist/runtimes/node/main.js", import.meta.url),
);

/** A server in a child process. */
export type ServerProcess = {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** A token of the demonstration's first user; empty if the server has external keys. */
  readonly token: string;
  /** Sends SIGTERM. Returns the exit code and the time it took. */
  readonly stop: () => Promise<Ending>;
  /** Sends SIGKILL, and resolves when the process has exited. */
  readonly kill: () => Promise<void>;
  /** The current memory and number of handles (Linux). */
  readonly weigh: () => Promise<Weight>;
  /** The log output so far; a healthy server writes none. */
  readonly complaints: () => string;
};

type Ending = { readonly code: number | null; readonly elapsedMs: number };
export type Weight = { readonly bytes: number; readonly handleCount: number };

const readyMsMax = 30_000;
/** Longer than a server may drain. */
const stopMsMax = 60_000;

/**
 * The settings of all tests: loopback only, no rate limits, log level warn, and no prices but those that a test sets.
 */
export function serverEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = "" } = process.env;
  return {
    PATH,
    OMS_NODE: process.execPath,
    HOST: "127.0.0.1",
    PORT: "0",
    RATE_LIMIT_USER: "0",
    RATE_LIMIT_ADDRESS: "0",
    RATE_LIMIT_CARDS: "0",
    LOG_LEVEL: "warn",
    DEMONSTRATION: "on",
    FEED: "none",
    ...settings,
  };
}

/** The command that containers and `npm start` use. */
const onNode: Launch = {
  command: fileURLToPath(new URL("../../../../apps/server/start.sh", import.meta.url)),
  words: [],
  entry: "",
};

/**
 * Starts the built server, on Node by default, and waits for the token that it prints when it listens. A server with
 * external keys prints no token: it needs a `PORT`, and this waits until it is ready.
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  { command, words, entry }: Launch = onNode,
): Promise<ServerProcess> {
  const program = startProgram(command, [...words, entry].filter(Boolean), serverEnvironment(settings));
  const { AUTH_JWKS_FILE: keys, PORT } = settings;
  const [, port = PORT, token = ""] =
    keys === undefined
      ? await program.untilPrinted(/127\.0\.0\.1:(\d+)[\s\S]*TOKEN=(\S+)\n/, readyMsMax)
      : await whenReady(Number(PORT), program);
  return {
    token,
    port: Number(port),
    pid: program.pid,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const began = performance.now();
      const killing = setTimeout(() => void program.end("SIGKILL"), stopMsMax);
      void program.end("SIGTERM");
      const { code } = await program.exited;
      clearTimeout(killing);
      return { code, elapsedMs: performance.now() - began };
    },
    kill: async () => {
      void program.end("SIGKILL");
      await program.exited;
    },
    weigh: () => weigh(program.pid),
    complaints: () => program.complained() + (program.printed().match(/^\{.*$/gm) ?? []).join("\n"),
  };
}

/** Stops a server. Reports an exit code other than 0. */
export async function stopServer({ stop }: Pick<ServerProcess, "stop">): Promise<string[]> {
  const { code } = await stop();
  return code === 0 ? [] : [`a server that was told to stop ended with ${code}`];
}

/** Stops a server. Reports an exit code other than 0 and any log output. */
export async function stopInPeace(server: ServerProcess): Promise<string[]> {
  return [...(await stopServer(server)), ...checkQuiet(server)];
}

/** Reports the log output of a server. */
export function checkQuiet(server: Pick<ServerProcess, "complaints">): string[] {
  const complaints = server.complaints();
  return complaints === "" ? [] : [`a server complained: ${complaints.slice(0, 1_000)}`];
}

/** A port on this machine. */
export type Listening = { readonly port: number };

/** Reads a server's metrics; `sumOf` adds up all series of a name. */
export async function readMetrics({ port }: Listening) {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const rows = [...(await answer.text()).matchAll(/^(\w+)(?:\{(.*)\})? ([\d.e+-]+)$/gm)].map(
    ([, name = "", labels = "", value]) => ({ name, labels, value: Number(value) }),
  );
  return {
    sumOf: (name: string): number =>
      rows.filter((row) => row.name === name).reduce((sum, { value }) => sum + value, 0),
    /** The values of a metric by its only label. */
    byLabel: (name: string): ReadonlyMap<string, number> => {
      const found = rows.filter((row) => row.name === name);
      return new Map(found.map(({ labels, value }) => [/"(.*)"/.exec(labels)?.[1] ?? "", value]));
    },
  };
}

/** The read part of a search result. */
type Searched = {
  readonly lastTime?: number | string;
  readonly data?: readonly {
    readonly symbol?: string;
    readonly info?: { readonly lsPrc?: number };
  }[];
};

/** Searches without a token. */
export async function search({ port }: Listening, term: string): Promise<Searched> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/MarketData/GetSymbolSearch/${term}`);
  if (answer.status !== 200) throw new Error(`A search for ${term} was answered by ${answer.status}.`);
  return (await answer.json()) as Searched;
}

/** The search entry of one symbol, as JSON. */
export async function showEntry(server: Listening, symbol: string): Promise<string | undefined> {
  const { data = [] } = await search(server, symbol);
  return JSON.stringify(data.find((entry) => entry.symbol === symbol));
}

/** The number of shards that all servers watch together. */
export const shardCount = 64;

/**
 * Waits until servers share all shards evenly, and returns the elapsed time. Reports a fault if that takes too long.
 */
export async function awaitShares(
  servers: readonly Listening[],
  elapsedMsMax: number,
  faults: string[],
): Promise<number | undefined> {
  let counts: readonly number[] = [];
  const areShared = async (): Promise<boolean> => {
    const all = await Promise.all(servers.map(readMetrics));
    counts = all.map(({ sumOf }) => sumOf("oms_watch_shards"));
    const fewest = Math.floor(shardCount / servers.length);
    return (
      counts.every((count) => count >= fewest) && counts.reduce((sum, each) => sum + each) === shardCount
    );
  };
  const elapsedMs = await measureUntil(areShared, { sinceMs: performance.now(), elapsedMsMax });
  if (elapsedMs === undefined)
    faults.push(`after ${seconds(elapsedMsMax)} the servers hold ${counts.join(", ")} shards`);
  return elapsedMs;
}

/** Waits until a server that prints no token is ready. Throws if it exits first; kills it after the time limit. */
async function whenReady(port: number, program: Program): Promise<[]> {
  const timer = setTimeout(() => void program.end("SIGKILL"), readyMsMax);
  let isOver = false;
  const ended = program.ended.finally(() => {
    isOver = true;
  });
  for (; !isOver; await Promise.race([wait(50), ended])) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (!answer?.ok) continue;
    clearTimeout(timer);
    return [];
  }
  throw new Error(`The server ended before it was ready: ${program.complained()}`);
}

/** The memory and open handles of a process. */
export async function weigh(pid: number): Promise<Weight> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  // A process that has ended, and was not waited for yet, holds no memory.
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  const handles = await readdir(`/proc/${pid}/fd`);
  return { bytes: kibibytes * 1_024, handleCount: handles.length };
}
