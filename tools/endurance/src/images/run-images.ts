import { availableParallelism } from "node:os";
import { makeDice } from "../make-dice.ts";
import { type ServerProcess, startServerProcess } from "../start-server-process.ts";
import { type BaseCard, makeBaseCards } from "./make-base-cards.ts";
import { type HostileCard, makeHostileCard } from "./make-hostile-card.ts";
import { type CardAnswer, makeJudge } from "./make-judge.ts";
import { weighFamily } from "./weigh-family.ts";

/** What a run sends, and where its server keeps its data. */
export type ImageRun = {
  readonly folder: string;
  readonly seed: number;
  readonly count: number;
  readonly from: number;
};

/** What a run has to tell, and what was wrong. */
export type ImageVerdict = { readonly lines: readonly string[]; readonly faults: readonly string[] };

const elapsedMsMax = 2_000;
const growthBytesMax = 150 * 1_048_576;

/** Sends hostile images in as many lanes as there are workers, so that none of them waits for another. */
export async function runImages({ folder, seed, count, from }: ImageRun): Promise<ImageVerdict> {
  const judge = await makeJudge();
  const bases = makeBaseCards();
  const laneCount = availableParallelism();
  const server = await startServerProcess({ DATA_DIR: folder, CARD_WORKERS: String(laneCount) });
  const found = new Map<string, { readonly fault: string; times: number }>();
  const statuses = new Map<number, number>();
  const elapsed: number[] = [];
  const slow: number[] = [];
  let mostBytes = 0;
  let next = from;
  const work = async (end: number): Promise<void> => {
    while (next < end) {
      const index = next;
      next += 1;
      const card = makeHostileCard(makeDice(seed + index * 7_919), bases);
      const answer = await send(server, card.body);
      elapsed.push(answer.elapsedMs);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      for (const fault of judge(card, answer)) note(found, card, fault, index);
      if (answer.elapsedMs > elapsedMsMax) slow.push(index);
      if (index % 50 === 0) mostBytes = Math.max(mostBytes, await weighFamily(server.pid));
    }
  };
  const workUntil = (end: number) => Promise.all(Array.from({ length: laneCount }, () => work(end)));
  await warmUp(server, bases, laneCount);
  // The first tenth fills what is filled once: pools of threads, tables, code.
  await workUntil(from + Math.floor(count / 10));
  const beforeBytes = await weighFamily(server.pid);
  await workUntil(from + count);
  const afterBytes = await weighFamily(server.pid);
  for (const index of slow) {
    const card = makeHostileCard(makeDice(seed + index * 7_919), bases);
    if (await isAlwaysSlow(server, card)) note(found, card, `takes more than ${elapsedMsMax} ms`, index);
  }
  const faults = [...found.values()].map(({ fault, times }) => `${times} × ${fault} --seed ${seed}`);
  faults.push(...(await judgeServer(server)));
  if (afterBytes - beforeBytes > growthBytesMax) {
    faults.push(`memory grew by ${mebibytes(afterBytes - beforeBytes)} MiB, more than 150`);
  }
  const told = [...statuses].sort().map(([status, times]) => `${times} × ${status}`);
  return {
    lines: [
      `${count} images answered by ${told.join(", ")}`,
      `each in ${quantile(elapsed, 0.5)} ms by the median, ${quantile(elapsed, 0.95)} at the 95th and ${quantile(elapsed, 0.99)} at the 99th of a hundred, ${quantile(elapsed, 1)} at most; ${slow.length} in more than ${elapsedMsMax} ms, which were sent again`,
      `memory of server and workers ${mebibytes(beforeBytes)} to ${mebibytes(afterBytes)} MiB, ${mebibytes(mostBytes)} at most`,
    ],
    faults,
  };
}

/** Machines are noisy: whatever was slow among others is sent again by itself, twice at most. */
async function isAlwaysSlow(server: ServerProcess, { body }: HostileCard): Promise<boolean> {
  for (let count = 0; count < 2; count += 1) {
    if ((await send(server, body)).elapsedMs <= elapsedMsMax) return false;
  }
  return true;
}

/** Every worker has read a card, so that what follows is compared with workers at work. */
async function warmUp(server: ServerProcess, bases: readonly BaseCard[], laneCount: number): Promise<void> {
  for (const base of bases.slice(0, 2)) {
    const body = JSON.stringify({ frontImage: base.bytes.toString("base64") });
    await Promise.all(Array.from({ length: laneCount }, () => send(server, body)));
  }
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
