import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { openCardReader } from "../open-card-reader.ts";
import { copyImages, decodePhoto } from "../open-photo.ts";
import type { WorkerAnswer, WorkerMessage, WorkerRequestMessage } from "./start-card-worker.ts";

// A service manager signals every process of a service, but a card that is being read has to be finished. The worker exits
// when its parent disconnects.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

// Keep nothing of one card for the next, and use one core.
sharp.cache(false);
sharp.concurrency(1);

/** If memory outside the heap (pixels) has grown by more than this since loading, the garbage of a card is collected. */
const externalGrowthBytesMax = 8_000_000;

/** Another thread frees collected buffers, within a millisecond if a core is idle. */
const freeMs = 10;

// If memory runs out, the kernel should kill this process rather than its parent.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

const [, , recogniserCount, judged] = process.argv;
const areJudged = judged === "judged";
const { read: readCard } = await openCardReader({ recogniserCount: Number(recogniserCount) }).catch(
  reportAndExit,
);
const externalBytes = process.memoryUsage().external;

// `collect` runs when `answer` has returned, so that nothing references the images any more.
process.on("message", (request: WorkerRequestMessage) => void answer(request).then(collectAndSend));

send({ kind: "loaded", residentBytes: process.memoryUsage.rss() });

/** Reads a card and returns the last message about it, which is sent after garbage collection. */
async function answer(request: WorkerRequestMessage): Promise<WorkerAnswer> {
  const outcome = await read(request).catch((thrown: unknown) => ({ kind: "failed", thrown }) as const);
  if (outcome.kind !== "read" || !outcome.copiesFollow) return outcome;
  send(outcome);
  return { kind: "copies", copies: await copyImages(request.images).catch(() => undefined) };
}

/** Collects explicitly: the heap sees each picture as a small object, so V8 would keep unreferenced pixels for long. */
async function collectAndSend(last: WorkerAnswer): Promise<void> {
  if (process.memoryUsage().external > externalBytes + externalGrowthBytesMax) {
    globalThis.gc?.();
    await wait(freeMs);
  }
  send({ ...last, residentBytes: process.memoryUsage.rss() });
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}

/** Reports why loading failed, then exits. */
async function reportAndExit(thrown: unknown): Promise<never> {
  const message: WorkerMessage = { kind: "failed", thrown, residentBytes: process.memoryUsage.rss() };
  await new Promise((sent) => process.send?.(message, sent));
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
