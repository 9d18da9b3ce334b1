import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { openCardReader } from "../open-card-reader.ts";
import { copyImages, decodePhoto } from "../open-photo.ts";
import type { WorkerAnswer, WorkerMessage, WorkerRequestMessage } from "./start-card-worker.ts";

// A service manager signals every process of a service, and whoever asked for a card still waits for it. Without a parent
// there is nobody to read for.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

// Nothing of one card is kept for the next, and one core is what a worker has.
sharp.cache(false);
sharp.concurrency(1);

/** A worker that holds so much more beside its heap than when it had loaded, such as pixels, collects what is left of its card. */
const externalGrowthBytesMax = 8_000_000;

/** What is collected is given back by another thread, within a millisecond where that gets a core. */
const givingBackMs = 10;

// Where memory runs out, the system is to take this process and not the one that it reads for.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

const [, , recogniserCount, judged] = process.argv;
const areJudged = judged === "judged";
const { read: readCard } = await openCardReader({ recogniserCount: Number(recogniserCount) }).catch(giveUp);
const externalBytes = process.memoryUsage().external;

// Whoever tidies up has no hold on the images any more.
process.on("message", (request: WorkerRequestMessage) => void answer(request).then(tidyUp));

tell({ kind: "loaded", residentBytes: process.memoryUsage.rss() });

/** Gives the last of its answers to a card, which waits until the worker has tidied up. */
async function answer(request: WorkerRequestMessage): Promise<WorkerAnswer> {
  const outcome = await read(request).catch((thrown: unknown) => ({ kind: "failed", thrown }) as const);
  if (outcome.kind !== "read" || !outcome.copiesFollow) return outcome;
  tell(outcome);
  return { kind: "copies", copies: await copyImages(request.images).catch(() => undefined) };
}

/** Pixels that nobody holds any more may stay for long, because to the heap each picture is but a small object. */
async function tidyUp(last: WorkerAnswer): Promise<void> {
  if (process.memoryUsage().external > externalBytes + externalGrowthBytesMax) {
    globalThis.gc?.();
    await wait(givingBackMs);
  }
  tell({ ...last, residentBytes: process.memoryUsage.rss() });
}

function tell(message: WorkerMessage): void {
  process.send?.(message);
}

/** A worker that can't load says why, and makes room for one that may. */
async function giveUp(thrown: unknown): Promise<never> {
  const message: WorkerMessage = { kind: "failed", thrown, residentBytes: process.memoryUsage.rss() };
  await new Promise((told) => process.send?.(message, told));
  process.exit(1);
}

async function read({ images, timeoutMs, wantsCopies }: WorkerRequestMessage) {
  const beganMs = performance.now();
  const { portrait } = images;
  const photo = portrait && (await decodePhoto(portrait).catch(() => "broken" as const));
  if (photo === "broken") return { kind: "portrait-broken" } as const;
  const leftMs = Math.max(0, timeoutMs - (performance.now() - beganMs));
  const reading = await readCard(images, { timeoutMs: leftMs, areJudged });
  const copiesFollow = wantsCopies && Object.keys(reading.fields).length > 0;
  return { kind: "read", reading, copiesFollow } as const;
}
