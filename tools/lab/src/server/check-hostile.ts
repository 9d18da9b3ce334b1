import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { makeCard } from "@trading-oms/cards";
import type { Verdict } from "../ground/lab-test.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import { openWire, writeRequest } from "../ground/wire.ts";
import type { Attack, AttackAnswer, AttackOrder } from "./send-hostile.worker.ts";

const heapMb = 1_024;
const cardMsMax = 3_000;
const healthMsMax = 250;
/** In the short form, as CI runs it, the cores may be shared and there are few probes. */
const healthMsMaxShort = 1_000;
const fullMs = 60_000;
/** What is answered to a hostile body is small, and comes soon. */
const answerBytesMax = 8_192;
const tryCountMax = 3;

/** What others do to the machine is measured before each attack. */
const idleMs = 4_000;
const idleFactor = 2;

/** A heap that the attacks filled before there were bounds. */
const smallHeap = { NODE_OPTIONS: `--max-old-space-size=${heapMb}` };

/** Attacks the server from one address, and looks how another is served meanwhile. */
export async function checkHostile(folder: string, attackMs: number): Promise<Verdict[]> {
  const card = writeCard();
  const verdicts: Verdict[] = [];
  for (const attack of ["shapes", "chunks", "pipelines"] as const) {
    // Others on the machine make every answer late, so that one good try of three shows what the server does.
    for (let count = 1; ; count += 1) {
      const verdict = await runAlone(folder, (server) => beside(server, attack, card, attackMs));
      if (verdict.faults.length > 0 && count < tryCountMax) {
        console.log(`hostile: try ${count} of ${tryCountMax}: ${verdict.line}: ${verdict.faults.join("; ")}`);
        continue;
      }
      verdicts.push(verdict);
      break;
    }
  }
  verdicts.push(await runAlone(folder, (server) => stall(server, card)));
  return verdicts;
}

/** A card as a phone would send it. */
function writeCard(): Buffer {
  const { front, back } = makeCard({ seed: 5, kind: "2021", severity: "clean" });
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  const body = JSON.stringify({ frontImage: encode(front), backImage: encode(back) });
  return Buffer.from(`${headOf(body.length)}${body}`);
}

function headOf(byteCount: number): string {
  return (
    "POST /api/v2/chat/api/id-card HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
    `Content-Length: ${byteCount}\r\n\r\n`
  );
}

/** Runs a trial on a server of its own that has served before, and looks whether it is alive in the end. */
async function runAlone(
  folder: string,
  trial: (server: ServerProcess) => Promise<Verdict>,
): Promise<Verdict> {
  const server = await startServerProcess({ DATA_DIR: folder, ...smallHeap });
  try {
    const card = writeCard();
    for (let count = 0; count < 3; count += 1) await ask(server.port, card);
    for (let count = 0; count < 500; count += 1) await ask(server.port, searchRequest);
    const { line, faults } = await trial(server);
    const { status } = await ask(server.port, writeRequest("/healthz", "none"));
    if (status !== 200) return { line, faults: [...faults, `in the end /healthz gave ${status}`] };
    const { code } = await server.stop();
    return { line, faults: code === 0 ? faults : [...faults, `the server ended with ${code}`] };
  } finally {
    await server.kill();
  }
}

const searchRequest = writeRequest("/api/v1/MarketData/GetSymbolSearch/a", "none");

type Served = { readonly status: number | "none"; readonly elapsedMs: number };

/** Asks on a connection of its own. */
async function ask(port: number, request: string | Buffer): Promise<Served> {
  const beganMs = performance.now();
  const opening = await openWire(port);
  if (opening.kind !== "open") return { status: "none", elapsedMs: performance.now() - beganMs };
  const lost = wait(30_000, undefined, { ref: false });
  const exchange = await Promise.race([opening.wire.ask(request), lost]);
  opening.wire.close();
  const isWhole = exchange?.kind === "answered";
  return { status: isWhole ? exchange.answer.status : "none", elapsedMs: performance.now() - beganMs };
}

type Series = { readonly cards: readonly Served[]; readonly looks: readonly Served[] };

/** Sends cards and looks at `/healthz` for a while, one after the other of each. */
async function askFor(port: number, card: Buffer, durationMs: number): Promise<Series> {
  const endMs = performance.now() + durationMs;
  const askUntilEnd = async (request: string | Buffer, pauseMs: number): Promise<Served[]> => {
    const served: Served[] = [];
    while (performance.now() < endMs) {
      served.push(await ask(port, request));
      await wait(pauseMs);
    }
    return served;
  };
  const [cards, looks] = await Promise.all([
    askUntilEnd(card, 500),
    askUntilEnd(writeRequest("/healthz", "none"), 50),
  ]);
  return { cards, looks };
}

async function beside(
  server: ServerProcess,
  attack: Attack,
  card: Buffer,
  attackMs: number,
): Promise<Verdict> {
  const idle = await askFor(server.port, card, idleMs);
  const order: AttackOrder = { attack, port: server.port };
  const attacker = new Worker(new URL("./send-hostile.worker.ts", import.meta.url), { workerData: order });
  const answers: AttackAnswer[] = [];
  await once(attacker, "message");
  attacker.on("message", (answer: AttackAnswer) => void answers.push(answer));
  let bytesMost = 0;
  const weighing = setInterval(() => {
    server.weigh().then(
      ({ bytes }) => {
        bytesMost = Math.max(bytesMost, bytes);
      },
      () => {},
    );
  }, 100);
  const { cards, looks } = await askFor(server.port, card, attackMs);
  clearInterval(weighing);
  await attacker.terminate();
  const counts = Map.groupBy(answers, ({ status }) => status);
  const largestBytes = Math.max(0, ...answers.map(({ answerBytes }) => answerBytes));
  const faults = [
    ...judge("a card", cards, boundOf(cardMsMax, idle.cards)),
    ...judge("/healthz", looks, boundOf(attackMs < fullMs ? healthMsMaxShort : healthMsMax, idle.looks)),
  ];
  if (largestBytes > answerBytesMax) faults.push(`an answer had ${largestBytes} bytes`);
  for (const status of counts.keys()) {
    if (status !== "none" && status >= 500 && status !== 503)
      faults.push(`the attack was answered by ${status}`);
  }
  const ended = [...counts].map(([status, each]) => `${each.length} × ${status}`).join(", ");
  const line =
    `${attack} for ${attackMs / 1_000} s (connections ended by ${ended || "none"}): ` +
    `${tell("cards", cards, idle.cards)}; ${tell("/healthz", looks, idle.looks)}; ` +
    `at most ${(bytesMost / 1_048_576).toFixed(0)} MiB`;
  return { line, faults };
}

function slowestOf(served: readonly Served[]): number {
  return Math.max(0, ...served.map(({ elapsedMs }) => elapsedMs));
}

/** A machine that is too busy to keep the bound without an attack is held to what it does then. */
function boundOf(msMax: number, idle: readonly Served[]): number {
  return Math.max(msMax, idleFactor * slowestOf(idle));
}

function judge(what: string, served: readonly Served[], msMax: number): string[] {
  const failed = served.filter(({ status }) => status !== 200);
  const late = served.filter(({ elapsedMs }) => elapsedMs > msMax);
  return [
    ...(served.length === 0 ? [`${what} was never answered`] : []),
    ...(failed.length > 0 ? [`${what} was answered by ${failed[0]?.status} ${failed.length} times`] : []),
    ...(late.length > 0 ? [`${what} took more than ${msMax.toFixed(0)} ms ${late.length} times`] : []),
  ];
}

function tell(what: string, served: readonly Served[], idle: readonly Served[]): string {
  return `${served.length} ${what} in at most ${slowestOf(served).toFixed(0)} ms (idle ${slowestOf(idle).toFixed(0)})`;
}

const stalledCount = 7;
const stalledBytes = 32_000_000;
const stalledMsMax = 30_000;

/** Seven uploads of one address stop before their last megabyte: others go on, and each is ended. */
async function stall(server: ServerProcess, card: Buffer): Promise<Verdict> {
  const idle = await ask(server.port, card);
  const beganMs = performance.now();
  const part = Buffer.alloc(stalledBytes, "A");
  const uploads = Array.from({ length: stalledCount }, async () => {
    const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    socket.on("error", () => {});
    socket.write(`${headOf(33_000_000)}{"frontImage":"`);
    socket.write(part);
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    await new Promise((settle) => socket.once("close", settle));
    return received.slice(9, 12);
  });
  await wait(5_000);
  const served = await ask(server.port, card);
  const statuses = await Promise.race([Promise.all(uploads), wait(stalledMsMax)]);
  const elapsedS = ((performance.now() - beganMs) / 1_000).toFixed(1);
  const faults = judge("a card of another address", [served], boundOf(cardMsMax, [idle]));
  if (statuses === undefined) faults.push(`an upload was still open after ${elapsedS} s`);
  if (statuses?.includes("408") === false) faults.push("no upload was ended with 408");
  const line =
    `${stalledCount} stalled uploads (${statuses?.map((status) => status || "cut").join(", ") ?? "open"} after ${elapsedS} s): ` +
    tell("card of another address", [served], [idle]);
  return { line, faults };
}
