import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeCard } from "@trading-oms/cards";
import { isFields, readDocument, schemaJudge } from "@trading-oms/document";
import { makeDice } from "../ground/dice.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import { type HostileCard, makeHostileCard } from "./hostile-cards.ts";
import { makeStock } from "./stock.ts";

/** What a run sends, and where its server keeps its data. */
type ImageRun = {
  readonly folder: string;
  readonly seed: number;
  readonly count: number;
  readonly from: number;
  /** How long an answer may take. */
  readonly elapsedMsMax: number;
  /** Hears of each image that has a fault, and each time that memory is weighed how far the run has come. */
  readonly tellProgress: (line: string) => void;
};

/** What a run has to tell, and what was wrong. */
type ImageVerdict = { readonly lines: readonly string[]; readonly faults: readonly string[] };

type Reached = {
  readonly elapsed: readonly number[];
  readonly count: number;
  readonly faultCount: number;
  readonly weights: readonly number[];
};

const growthBytesMax = 150 * 1_048_576;

/** So many bodies are made before any of them is sent, since whoever packs an image can't take the time of an answer. */
const roundSize = 50;

/** So often the memory is weighed. */
const weighingCount = 20;

/** How long a worker may be on its way in or out when memory is weighed. */
const restMsMax = 10_000;

/** Sends hostile images in as many lanes as there are workers, so that none of them waits for another. */
export async function runImages({
  folder,
  seed,
  count,
  from,
  elapsedMsMax,
  tellProgress,
}: ImageRun): Promise<ImageVerdict> {
  const judge = await makeJudge();
  const stock = await makeStock();
  const laneCount = availableParallelism();
  const server = await startServerProcess({ DATA_DIR: folder, CARD_WORKERS: String(laneCount) });
  const found = new Map<string, { readonly fault: string; times: number }>();
  const statuses = new Map<number, number>();
  const elapsed: number[] = [];
  const judgeOne = async (index: number, card: HostileCard): Promise<void> => {
    const answer = await send(server, card.body);
    elapsed.push(answer.elapsedMs);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const faults = [...judge(card, answer)];
    if (answer.elapsedMs > elapsedMsMax) faults.push(`takes more than ${elapsedMsMax} ms`);
    for (const fault of faults) note(found, card, fault, index);
    if (faults.length > 0) tellProgress(`image ${index}, ${card.name}: ${faults.join(", ")}`);
  };
  await warmUp(server, laneCount);
  const weights = [await weighAtRest(server, laneCount)];
  const roundCount = Math.ceil(count / roundSize);
  for (let round = 0; round < roundCount; round += 1) {
    const first = from + round * roundSize;
    const size = Math.min(roundSize, from + count - first);
    const cards = Array.from({ length: size }, (_, i) =>
      makeHostileCard(makeDice(seed + (first + i) * 7_919), stock),
    );
    const left = cards.entries();
    const work = async (): Promise<void> => {
      for (const [i, card] of left) await judgeOne(first + i, card);
    };
    await Promise.all(Array.from({ length: laneCount }, work));
    const isTime = Math.floor(((round + 1) * weighingCount) / roundCount) > weights.length - 1;
    if (!isTime) continue;
    weights.push(await weighAtRest(server, laneCount));
    tellProgress(tellReached({ elapsed, count, faultCount: found.size, weights }));
  }
  const faults = [...found.values()].map(({ fault, times }) => `${times} × ${fault} --seed ${seed}`);
  faults.push(...(await judgeServer(server)));
  const [beforeBytes = 0] = weights;
  const growthBytes = Math.max(...weights) - beforeBytes;
  if (growthBytes > growthBytesMax) {
    faults.push(`memory grew by ${mebibytes(growthBytes)} MiB, more than ${mebibytes(growthBytesMax)}`);
  }
  const told = [...statuses].sort().map(([status, times]) => `${times} × ${status}`);
  return {
    lines: [
      `${count} images answered by ${told.join(", ")}`,
      `each in ${quantile(elapsed, 0.5)} ms by the median, ${quantile(elapsed, 0.95)} at the 95th and ${quantile(elapsed, 0.99)} at the 99th of a hundred, ${quantile(elapsed, 1)} at most`,
      `memory of server and workers at rest ${mebibytes(beforeBytes)} MiB, then ${weights.slice(1).map(mebibytes).join(" ")}`,
    ],
    faults,
  };
}

/** Each worker has read cards of both kinds as a phone takes them, both sides: what follows is compared with a server at its usual work. */
async function warmUp(server: ServerProcess, laneCount: number): Promise<void> {
  for (const seed of [50, 51, 52]) {
    for (const kind of ["2021", "2024"] as const) {
      const { front, back } = makeCard({ seed, kind, severity: "phone" });
      const [frontImage, backImage] = [front, back].map((bytes) => Buffer.from(bytes).toString("base64"));
      const body = JSON.stringify({ frontImage, backImage });
      await Promise.all(Array.from({ length: laneCount }, () => send(server, body)));
    }
  }
}

/** Weighs the server and its workers once there are as many as there should be: one that is replaced is there beside the other for a moment. */
async function weighAtRest({ pid, port }: ServerProcess, workerCount: number): Promise<number> {
  const endMs = performance.now() + restMsMax;
  while (performance.now() < endMs) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (metrics.includes(`oms_card_workers ${workerCount}\n`)) break;
    await wait(100);
  }
  return weighFamily(pid);
}

async function send({ port }: ServerProcess, body: string): Promise<CardAnswer> {
  const beganMs = performance.now();
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/chat/api/id-card`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const text = await response.text();
    return { status: response.status, body: text, elapsedMs: performance.now() - beganMs };
  } catch (failure) {
    return { status: 0, body: String(failure), elapsedMs: performance.now() - beganMs };
  }
}

function tellReached({ elapsed, count, faultCount, weights }: Reached): string {
  const held = mebibytes(weights.at(-1) ?? 0);
  return `${elapsed.length} of ${count}, ${quantile(elapsed, 1)} ms at most, ${held} MiB, ${faultCount} faults`;
}

function note(
  found: Map<string, { readonly fault: string; times: number }>,
  { name }: HostileCard,
  fault: string,
  index: number,
): void {
  const kind = `${name} ${fault}`;
  const before = found.get(kind);
  if (before === undefined) found.set(kind, { fault: `${kind}: --count 1 --from ${index}`, times: 1 });
  else before.times += 1;
}

/** A worker that died or hung was replaced, and is told of all the same. */
async function judgeServer(server: ServerProcess): Promise<readonly string[]> {
  const faults: string[] = [];
  const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`).then(
    (response) => response.text(),
    () => "",
  );
  if (metrics === "") faults.push("the server no longer answers");
  for (const outcome of ["broke-off", "late", "busy"]) {
    const times = new RegExp(`oms_cards_total\\{outcome="${outcome}"\\} (\\d+)`).exec(metrics)?.[1];
    if (times !== "0") faults.push(`${times} cards were ${outcome}`);
  }
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  if (server.complaints() !== "")
    faults.push(`the server complained: ${server.complaints().slice(0, 1_000)}`);
  return faults;
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}

function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

/** What came back for a hostile card. */
type CardAnswer = { readonly status: number; readonly body: string; readonly elapsedMs: number };

/** Says what is wrong with an answer. */
type JudgeCardAnswer = (card: HostileCard, answer: CardAnswer) => readonly string[];

const documentPath = fileURLToPath(new URL("../../../../openapi/openapi.yaml", import.meta.url));

/** A stack, a file of ours, or a library's own words. */
const insideForm = /\bat [^ ]+ ?\(|node_modules|node:internal|\/tmp\/|vips|libpng|jpeglib/i;

/** Prepares to judge answers by the document: none tells of the inside, none is another status. */
async function makeJudge(): Promise<JudgeCardAnswer> {
  const reading = await readDocument(documentPath);
  if (reading.kind === "faulty") throw new Error("The document can't be read.");
  const judgeOf = schemaJudge(reading.document);
  const judges = {
    200: judgeOf("#/components/schemas/IdCardResponse"),
    400: judgeOf("#/components/schemas/ErrorResponse"),
  } as const;
  return ({ isToBeRefused }, { status, body }) => {
    const faults: string[] = [];
    if (status !== 200 && status !== 400)
      return [...faults, `is answered by ${status}: ${body.slice(0, 200)}`];
    if (isToBeRefused && status !== 400) faults.push("is not refused");
    if (insideForm.test(body)) faults.push(`tells of the inside: ${body.slice(0, 200)}`);
    const value: unknown = JSON.parse(body);
    faults.push(...judges[status](value));
    const isNamed = isFields(value) && Array.isArray(value["details"]) && value["details"].length > 0;
    if (status === 400 && !isNamed) faults.push("names no field");
    if (status === 200 && isFields(value) && value["success"] === false && !value["error"]) {
      faults.push("says nothing of why it was not read");
    }
    return faults;
  };
}

/** The memory that a process and all that it has started hold together. */
async function weighFamily(pid: number): Promise<number> {
  const children = await listChildren(pid);
  const weights = await Promise.all(children.map(weighFamily));
  return weights.reduce((sum, bytes) => sum + bytes, await weigh(pid));
}

async function listChildren(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "")),
  );
  return texts.join(" ").split(/\s+/).filter(Boolean).map(Number);
}

async function weigh(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}
