/** Attacks on the live stream: requests behind streams, many streams of many symbols, vanished readers, long histories. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { moveCash, openAccount } from "@trading-oms/brokerage";
import { findFreePort, runOms, signTokens } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { listRecords, makeRecord, makeServices, need } from "../harness/accounts.ts";
import { largest, mebibytes, quantile } from "../harness/figures.ts";
import { type Verdict, widen } from "../harness/lab-test.ts";
import { readMetrics, type ServerProcess, startServerProcess, stopServer } from "../harness/server.ts";
import { openKeptConnection, writeRequest } from "../harness/wire.ts";
import { openCuttableNetwork } from "./cuttable-network.ts";
import type { Pace, StreamOrder, StreamsOrder, StreamsReport } from "./read-streams.ts";

const livePath = "/companion/v0/live";
const probeEveryMs = 20;
const reportMsMax = 30_000;
const healthMsMax = 250;
const newcomerMsMax = 2_000;
const otherMsMax = 100;
const freeMsMax = 60_000;
/** What is parsed and dropped at once makes the heap grow, too. Kept, it would be twice as much. */
const grownBytesMax = 200_000_000;
const keptBytesMax = 30_000_000;
const quotesASecondMin = 5_000;
const simulatedSpeed = "250";
const symbolCount = 150;
const addressCount = 27;
/** Of the fifty streams of an address. */
const paces: readonly Pace[] = ["reads", "never reads", "reads", "trickles", "never reads"];

/** A trial with a store of its own, since its history or catalog would cost others time. */
type Trial = { readonly folder: string; readonly isShort: boolean };

async function makeFolder({ folder }: Trial): Promise<string> {
  const own = await mkdtemp(join(folder, "streams-"));
  await runOms({ DATA_DIR: own }, "db", "migrate");
  return own;
}

const program = fileURLToPath(new URL("./read-streams.ts", import.meta.url));

/** Starts readers in a process, by default on this machine. */
function readStreams(
  { host = "127.0.0.1", ...order }: Omit<StreamsOrder, "host"> & { readonly host?: string },
  prefix: readonly string[] = [],
) {
  const [command = "", ...words] = [...prefix, process.execPath, program];
  const child = spawn(command, words, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit").finally(() => process.off("exit", kill));
  child.send({ host, ...order } satisfies StreamsOrder);
  return {
    report: async (): Promise<StreamsReport> => {
      child.send("report");
      const limit = AbortSignal.timeout(reportMsMax);
      const [report] = await once(child, "message", { signal: limit });
      return report as StreamsReport;
    },
    stop: async () => {
      kill();
      await ended;
    },
  };
}

/** Sends a request again and again for a while. Returns how long each answer took; one that is no 200 counts as a minute. */
async function probe(port: number, request: string, durationMs: number): Promise<number[]> {
  const elapsedMs: number[] = [];
  const connection = openKeptConnection(port);
  for (const endMs = performance.now() + durationMs; performance.now() < endMs; await wait(probeEveryMs)) {
    const beganMs = performance.now();
    const call = await connection.call(request);
    const isServed = call.kind === "answered" && call.answer.status === 200;
    elapsedMs.push(isServed ? performance.now() - beganMs : 60_000);
  }
  connection.close();
  return elapsedMs;
}

function describe(what: string, elapsedMs: readonly number[]): string {
  const of = (share: number): string => quantile(elapsedMs, share).toFixed(0);
  return `${what} p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, at most ${largest(elapsedMs).toFixed(0)} ms`;
}

/** Ten networks, each with as many streams as it may have, and requests behind each, sent anew whenever a connection ends. */
export async function checkPipelines(trial: Trial): Promise<Verdict> {
  const server = await startServerProcess({
    DATA_DIR: trial.folder,
    TRUSTED_PROXIES: "1",
    NODE_OPTIONS: "--max-old-space-size=512",
  });
  const health = writeRequest({ path: "/healthz" });
  await probe(server.port, health, 3_000);
  const before = (await server.weigh()).bytes;
  const padding = { "X-Padding": "a".repeat(14_000) };
  const behind = Array.from({ length: 31 }, () => writeRequest({ path: "/healthz", headers: padding })).join(
    "",
  );
  const streams = Array.from({ length: 10 * 50 }, (_, index) => ({
    path: `${livePath}?symbols=FPT`,
    headers: { "X-Forwarded-For": `203.0.113.${index % 10}` },
    ...{ pace: "reads" as const, behind, isRepeated: true },
  }));
  const attack = readStreams({ port: server.port, streams });
  const weights: number[] = [];
  const weighing = setInterval(() => void server.weigh().then(({ bytes }) => weights.push(bytes)), 500);
  const elapsedMs = await probe(server.port, health, trial.isShort ? 15_000 : 60_000);
  clearInterval(weighing);
  const { statuses } = await attack.report();
  await attack.stop();
  const grown = largest(weights) - before;
  const faults = [
    ...(grown > grownBytesMax ? [`the server grew by ${mebibytes(grown)} MiB`] : []),
    ...(quantile(elapsedMs, 0.99) > widen(healthMsMax, trial.isShort)
      ? [describe("/healthz", elapsedMs)]
      : []),
    ...listUndeclared(statuses),
    ...(await stopServer(server)),
  ];
  const line = `requests behind 500 streams (${describeCounts(statuses)}): grew by ${mebibytes(grown)} MiB; ${describe("/healthz", elapsedMs)}`;
  return { line, faults };
}

function describeCounts(statuses: StreamsReport["statuses"]): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

/** What a stream may be answered while the server is attacked. */
const declared = new Set(["200", "429", "503", "cut"]);

function listUndeclared(statuses: StreamsReport["statuses"]): string[] {
  const others = Object.entries(statuses).filter(([status]) => !declared.has(status));
  return others.map(([status, count]) => `${count} streams were answered ${status}`);
}

const symbols = Array.from({ length: symbolCount }, (_, index) => `Q${String(index).padStart(3, "0")}`);

/** Starts a server on which the quotes of all symbols move. */
async function startQuotingServer(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  await listRecords(
    makeServices(store),
    symbols.map((symbol) => makeRecord(symbol)),
  );
  await store.close();
  return startServerProcess({
    ...{ DATA_DIR: folder, TRUSTED_PROXIES: "1" },
    ...{ FEED: "simulated", SIMULATED_SPEED: simulatedSpeed, ...settings },
  });
}

/** Streams of all symbols with depth, from many addresses. */
function orderStreams(count: number, paceOf: (index: number) => Pace): StreamOrder[] {
  return Array.from({ length: count }, (_, index) => ({
    path: `${livePath}?symbols=${symbols.join(",")}&fields=depth`,
    headers: { "X-Forwarded-For": `203.0.113.${index % addressCount}` },
    pace: paceOf(index),
  }));
}

/** More addresses than the bounds allow follow all symbols with depth, and most of them stop to read. */
export async function checkManyStreams(trial: Trial): Promise<Verdict> {
  const server = await startQuotingServer(await makeFolder(trial));
  const health = writeRequest({ path: "/healthz" });
  await probe(server.port, health, 3_000);
  const streams = orderStreams(
    addressCount * 50,
    (index) => paces[Math.floor(index / addressCount) % paces.length] ?? "reads",
  );
  const attack = readStreams({ port: server.port, streams });
  const beganMs = performance.now();
  const ending = new AbortController();
  const newcomers = welcome(server.port, symbols.slice(0, 10), ending.signal);
  const attackMs = trial.isShort ? 40_000 : freeMsMax;
  const sent: number[] = [];
  const weighing = setInterval(() => void readUnsent(server.port).then((bytes) => sent.push(bytes)), 1_000);
  const quotes = await countQuotes(server);
  const healthMs = await probe(server.port, health, attackMs);
  ending.abort();
  clearInterval(weighing);
  const { statuses, byteCount, readCount } = await attack.report();
  const elapsedS = (performance.now() - beganMs) / 1_000;
  const came = await newcomers;
  const quotesASecond = ((await countQuotes(server)) - quotes) / (attackMs / 1_000);
  const stoppedCount = (await readMetrics(server)).sumOf("oms_open_streams") - readCount;
  const unsent = await readUnsent(server.port);
  await attack.stop();
  const waitMsMax = widen(newcomerMsMax, trial.isShort);
  const late = came.filter((elapsedMs) => elapsedMs > waitMsMax).length;
  const faults = [
    ...(quantile(healthMs, 0.99) > widen(healthMsMax, trial.isShort) ? [describe("/healthz", healthMs)] : []),
    ...(came.length === 0 || late > came.length / 10 ? [`${late} of ${came.length} newcomers waited`] : []),
    ...(!trial.isShort && unsent > keptBytesMax ? [`the kernel still holds ${mebibytes(unsent)} MiB`] : []),
    ...(!trial.isShort && stoppedCount > 0 ? [`${stoppedCount} stopped readers still have a stream`] : []),
    ...listUndeclared(statuses),
    ...(!trial.isShort && quotesASecond < quotesASecondMin
      ? [`only ${quotesASecond.toFixed(0)} quotes a second came`]
      : []),
    ...(await stopServer(server)),
  ];
  const line =
    `${streams.length} streams of ${symbolCount} symbols (${describeCounts(statuses)}): read ${(byteCount / elapsedS / 1e6).toFixed(0)} MB/s; ` +
    `${describe("/healthz", healthMs)}; ${describe(`${came.length} newcomers until their first quote`, came)}; ` +
    `unsent in the kernel at most ${mebibytes(largest(sent))} MiB, then ${mebibytes(unsent)} MiB and ${stoppedCount} stopped readers; ${quotesASecond.toFixed(0)} quotes a second`;
  return { line, faults };
}

/** Readers whose machine is disconnected: no packet tells the server. */
export async function checkVanished(trial: Trial): Promise<Verdict> {
  using network = await openCuttableNetwork();
  const folder = await makeFolder(trial);
  // A server that other machines reach needs keys.
  const [keys, port] = [join(folder, "public.json"), await findFreePort()];
  await runOms({ DATA_DIR: folder }, "keys", "make");
  await writeFile(keys, await runOms({ DATA_DIR: folder }, "keys", "list", "--public"));
  const settings = { HOST: "0.0.0.0", PORT: `${port}`, AUTH_JWKS_FILE: keys, DEMONSTRATION: "off" };
  const server = await startQuotingServer(folder, settings);
  const streams = orderStreams(100, () => "reads");
  const attack = readStreams({ host: network.host, port: server.port, streams }, network.prefix);
  let readCount = 0;
  for (const endMs = performance.now() + 20_000; readCount < streams.length && performance.now() < endMs; ) {
    await wait(1_000);
    ({ readCount } = await attack.report());
  }
  await network.cut();
  const beganMs = performance.now();
  const sent: number[] = [];
  let openCount = readCount;
  while (openCount > 0 && performance.now() - beganMs < freeMsMax) {
    await wait(500);
    openCount = (await readMetrics(server)).sumOf("oms_open_streams");
    sent.push(await readUnsent(server.port));
  }
  const elapsedS = (performance.now() - beganMs) / 1_000;
  const unsent = await readUnsent(server.port);
  await attack.stop();
  const faults = [
    ...(readCount < streams.length ? [`only ${readCount} streams were open before`] : []),
    ...(openCount > 0 ? [`${openCount} vanished readers still have a stream`] : []),
    ...(unsent > keptBytesMax ? [`the kernel still holds ${mebibytes(unsent)} MiB`] : []),
    ...(await stopServer(server)),
  ];
  const line = `${readCount} readers vanished: ${openCount} have a stream after ${elapsedS.toFixed(1)} s; unsent in the kernel at most ${mebibytes(largest(sent))} MiB, then ${mebibytes(unsent)} MiB`;
  return { line, faults };
}

async function countQuotes(server: ServerProcess): Promise<number> {
  return (await readMetrics(server)).sumOf("oms_feed_messages_total");
}

/** Opens a stream of an address of its own every second, and returns how long each took until its first quote. */
async function welcome(port: number, symbols: readonly string[], signal: AbortSignal): Promise<number[]> {
  const elapsedMs: number[] = [];
  for (let count = 0; !signal.aborted; count += 1) {
    await wait(1_000, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const beganMs = performance.now();
    const limit = AbortSignal.timeout(10_000);
    const isThere = await readFirstQuote(port, symbols, `198.51.100.${count % 250}`, limit).catch(
      () => false,
    );
    elapsedMs.push(isThere ? performance.now() - beganMs : 60_000);
  }
  return elapsedMs;
}

async function readFirstQuote(
  port: number,
  symbols: readonly string[],
  address: string,
  signal: AbortSignal,
): Promise<boolean> {
  const url = `http://127.0.0.1:${port}${livePath}?symbols=${symbols.join(",")}`;
  const answer = await fetch(url, { headers: { "X-Forwarded-For": address }, signal });
  let text = "";
  if (answer.status !== 200 || answer.body === null) return false;
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("event: quote")) return true;
  }
  return false;
}

/** The bytes that the kernel holds for the connections of a port and that their peers have not taken. */
async function readUnsent(port: number): Promise<number> {
  const own = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const listened = "0A";
  let byteCount = 0;
  for (const row of (await readFile("/proc/net/tcp", "utf8")).split("\n").slice(1)) {
    const [, local, , state, queues = ""] = row.trim().split(/\s+/);
    if (local?.endsWith(own) && state !== listened)
      byteCount += Number.parseInt(queues.split(":")[0] ?? "0", 16);
  }
  return byteCount;
}

/** Ten streams of one user read a long history from its begin, again and again, while another user asks for accounts. */
export async function checkHistories(trial: Trial): Promise<Verdict> {
  const folder = await makeFolder(trial);
  const count = trial.isShort ? 10_000 : 50_000;
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  const services = makeServices(store);
  const keys = Array.from({ length: 100 }, (_, index) => ({ userId: "demo", accountId: `LONG-${index}` }));
  for (const key of [...keys, { userId: "other", accountId: "OTHER" }])
    need(await openAccount(services, key));
  for (let index = 0; index < count / keys.length; index += 1) {
    const numberOf = (accountId: string): string => `${accountId}-${index}`;
    const move = async (key: (typeof keys)[number]): Promise<void> =>
      need(
        await moveCash(services, {
          key,
          kind: "deposit",
          amountVnd: 1n,
          movementId: numberOf(key.accountId),
        }),
      );
    await Promise.all(keys.map(move));
  }
  await store.close();
  const server = await startServerProcess({ DATA_DIR: folder });
  const tokens = await signTokens({ DATA_DIR: folder }, ["demo", "other"]);
  const headersOf = (userId: string) => ({ Authorization: `Bearer ${tokens.get(userId) ?? ""}` });
  const request = writeRequest({ path: "/companion/v0/accounts", headers: headersOf("other") });
  const idleMs = await probe(server.port, request, 3_000);
  const streams = Array.from({ length: 10 }, () => ({
    path: `${livePath}?after=0`,
    headers: headersOf("demo"),
    pace: "reads" as const,
  }));
  const attack = readStreams({ port: server.port, streams });
  const beganMs = performance.now();
  const besideMs: number[] = [];
  let byteCount = -1;
  // Until nothing more comes.
  for (;;) {
    besideMs.push(...(await probe(server.port, request, 500)));
    const report = await attack.report();
    if (report.byteCount === byteCount) break;
    byteCount = report.byteCount;
  }
  const elapsedS = (performance.now() - beganMs) / 1_000;
  await attack.stop();
  const faults = [
    ...(quantile(besideMs, 0.99) > widen(otherMsMax, trial.isShort)
      ? [describe("another user", besideMs)]
      : []),
    ...(byteCount < count * 10 * 100 ? [`only ${byteCount} bytes of histories came`] : []),
    ...(await stopServer(server)),
  ];
  const line = `ten histories of ${count.toLocaleString("en")} in ${elapsedS.toFixed(1)} s (${mebibytes(byteCount)} MiB): ${describe("another user", besideMs)} (before: ${describe("", idleMs).trim()})`;
  return { line, faults };
}
