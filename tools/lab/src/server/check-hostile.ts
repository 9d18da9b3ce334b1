import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { makeCard } from "@trading-oms/cards";
import { largest, mebibytes, tally } from "../harness/figures.ts";
import { tryAgain, type Verdict, widen } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess, stopServer } from "../harness/server.ts";
import { askOnce, paths, type Served, writeRequest } from "../harness/wire.ts";
import type { Attack, AttackAnswer, AttackOrder } from "./send-hostile.worker.ts";

const cardMsMax = 3_000;
const healthMsMax = 250;
const fullMs = 60_000;
/** The answer to a hostile body is small and quick. */
const answerBytesMax = 8_192;

/** The load of the machine is measured before each attack. */
const idleMs = 4_000;
const idleFactor = 2;

/** A heap size that the attacks exceeded before there were limits. */
const smallHeap = { NODE_OPTIONS: "--max-old-space-size=1024" };

/** Attacks the server from one address, and measures how another address is served meanwhile. */
export async function checkHostile(folder: string, attackMs: number): Promise<Verdict[]> {
  const card = writeCard();
  const verdicts: Verdict[] = [];
  for (const attack of ["shapes", "chunks", "pipelines"] as const) {
    const attackOnce = (server: ServerProcess) => attackBeside(server, attack, card, attackMs);
    verdicts.push(...(await tryAgain("hostile", async () => [await runAlone(folder, card, attackOnce)])));
  }
  return [...verdicts, await runAlone(folder, card, (server) => stall(server, card))];
}

/** A card as a phone sends it. */
function writeCard(): string {
  const { front, back } = makeCard({ seed: 5, kind: "2021", severity: "clean" });
  const [frontImage, backImage] = [front, back].map((bytes) => Buffer.from(bytes).toString("base64"));
  return writeRequest({ method: "POST", path: paths.card, body: { frontImage, backImage } });
}

/** Runs a trial on a fresh, warmed-up server, and checks that it is still alive. */
async function runAlone(
  folder: string,
  card: string,
  trial: (server: ServerProcess) => Promise<Verdict>,
): Promise<Verdict> {
  const server = await startServerProcess({ DATA_DIR: folder, ...smallHeap });
  try {
    for (let count = 0; count < 3; count += 1) await askOnce(server.port, card);
    const search = writeRequest({ path: `${paths.search}a` });
    for (let count = 0; count < 500; count += 1) await askOnce(server.port, search);
    const { line, faults } = await trial(server);
    const { status } = await askOnce(server.port, healthRequest);
    if (status !== 200) return { line, faults: [...faults, `in the end /healthz gave ${status}`] };
    return { line, faults: [...faults, ...(await stopServer(server))] };
  } finally {
    await server.kill();
  }
}

const healthRequest = writeRequest({ path: "/healthz" });

/** Sends cards and polls `/healthz` concurrently for a while. */
async function askFor(port: number, card: string, durationMs: number) {
  const endMs = performance.now() + durationMs;
  const askUntilEnd = async (request: string, pauseMs: number): Promise<Served[]> => {
    const served: Served[] = [];
    for (; performance.now() < endMs; await wait(pauseMs)) served.push(await askOnce(port, request));
    return served;
  };
  const [cards, probes] = await Promise.all([askUntilEnd(card, 500), askUntilEnd(healthRequest, 50)]);
  return { cards, probes };
}

async function attackBeside(
  server: ServerProcess,
  attack: Attack,
  card: string,
  attackMs: number,
): Promise<Verdict> {
  const idle = await askFor(server.port, card, idleMs);
  const order: AttackOrder = { attack, port: server.port };
  const attacker = new Worker(new URL("./send-hostile.worker.ts", import.meta.url), { workerData: order });
  const answers: AttackAnswer[] = [];
  await once(attacker, "message");
  attacker.on("message", (answer: AttackAnswer) => void answers.push(answer));
  const weights: number[] = [];
  const weighing = setInterval(() => {
    server.weigh().then(
      ({ bytes }) => weights.push(bytes),
      () => {},
    );
  }, 100);
  const { cards, probes } = await askFor(server.port, card, attackMs);
  clearInterval(weighing);
  await attacker.terminate();
  const answerBytes = largest(answers.map((answer) => answer.answerBytes));
  const isShort = attackMs < fullMs;
  const judgedCards = judge("a card", cards, idle.cards, widen(cardMsMax, isShort));
  const judgedProbes = judge("/healthz", probes, idle.probes, widen(healthMsMax, isShort));
  const faults = [...judgedCards.faults, ...judgedProbes.faults];
  if (!answers.some(({ status }) => status !== "none") && attack !== "pipelines")
    faults.push("no attack was answered, so none may have reached the server");
  if (answerBytes > answerBytesMax) faults.push(`an answer had ${answerBytes} bytes`);
  for (const status of new Set(answers.map((answer) => answer.status))) {
    if (status !== "none" && status >= 500 && status !== 503)
      faults.push(`the attack was answered by ${status}`);
  }
  const line =
    `${attack} for ${attackMs / 1_000} s (connections ended by ${tally(answers.map(({ status }) => status)) || "none"}): ` +
    `${judgedCards.summary}; ${judgedProbes.summary}; at most ${mebibytes(largest(weights))} MiB`;
  return { line, faults };
}

/** If the machine is too busy to keep the limit without an attack, the limit follows the idle measurement. */
function judge(what: string, served: readonly Served[], idle: readonly Served[], msMax: number) {
  const slowestOf = (each: readonly Served[]): number => largest(each.map(({ elapsedMs }) => elapsedMs));
  const boundMs = Math.max(msMax, idleFactor * slowestOf(idle));
  const failed = served.filter(({ status }) => status !== 200);
  const lateCount = served.filter(({ elapsedMs }) => elapsedMs > boundMs).length;
  const faults: string[] = [];
  if (served.length === 0) faults.push(`${what} was never answered`);
  if (failed.length > 0) faults.push(`${what} was answered by ${failed[0]?.status} ${failed.length} times`);
  if (lateCount > 0) faults.push(`${what} took more than ${boundMs.toFixed(0)} ms ${lateCount} times`);
  const summary =
    `${what} ${served.length} times in at most ${slowestOf(served).toFixed(0)} ms ` +
    `(idle ${slowestOf(idle).toFixed(0)})`;
  return { summary, faults };
}

const stalledCount = 7;
const stalledBytes = 32_000_000;
const stalledMsMax = 30_000;

/**
 * Seven uploads of one address stall before their last megabyte. Others must be served, and each stalled upload must be
 * ended.
 */
async function stall(server: ServerProcess, card: string): Promise<Verdict> {
  const idle = await askOnce(server.port, card);
  const beganMs = performance.now();
  const part = Buffer.alloc(stalledBytes, "A");
  const head = card.slice(0, card.indexOf("{")).replace(/(?<=Content-Length: )\d+/, "33000000");
  const uploads = Array.from({ length: stalledCount }, async () => {
    const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    socket.on("error", () => {});
    socket.write(`${head}{"frontImage":"`);
    socket.write(part);
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    await new Promise((settle) => socket.once("close", settle));
    return received.slice(9, 12);
  });
  await wait(5_000);
  const served = await askOnce(server.port, card);
  const statuses = await Promise.race([Promise.all(uploads), wait(stalledMsMax)]);
  const elapsedS = ((performance.now() - beganMs) / 1_000).toFixed(1);
  const { summary, faults } = judge("a card of another address", [served], [idle], cardMsMax);
  if (statuses === undefined) faults.push(`an upload was still open after ${elapsedS} s`);
  if (statuses?.includes("408") === false) faults.push("no upload was ended with 408");
  const ended = statuses === undefined ? "open" : tally(statuses.map((status) => status || "cut"));
  return { line: `${stalledCount} stalled uploads (${ended} after ${elapsedS} s): ${summary}`, faults };
}
