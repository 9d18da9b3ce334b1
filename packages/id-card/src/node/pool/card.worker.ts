import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { decodePhoto } from "../decode-photo.ts";
import { openCardReader } from "../open-card-reader.ts";
import type { WorkerAnswerMessage, WorkerRequestMessage } from "./worker-message.ts";

// A service manager signals every process of a service, and whoever asked for a card still waits for it. Without a parent
// there is nobody to read for.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

// Nothing of one card is kept for the next, and one core is what a worker has.
sharp.cache(false);
sharp.concurrency(1);

// Where memory runs out, the system is to take this process and not the one that it reads for.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

const reader = openCardReader({ recogniserCount: Number(process.argv[2]) });

process.on("message", async (request: WorkerRequestMessage) => {
  const outcome = await read(request).catch((thrown: unknown) => ({ kind: "failed", thrown }) as const);
  const answer: WorkerAnswerMessage = { ...outcome, residentBytes: process.memoryUsage().rss };
  process.send?.(answer);
});

async function read({ images, timeoutMs }: WorkerRequestMessage) {
  const beganMs = performance.now();
  const { portrait } = images;
  const photo = portrait && (await decodePhoto(portrait).catch(() => "broken" as const));
  if (photo === "broken") return { kind: "portrait-broken" } as const;
  const { read } = await reader;
  const leftMs = Math.max(0, timeoutMs - (performance.now() - beganMs));
  const reading = await read(images, { timeoutMs: leftMs });
  return { kind: "read", reading } as const;
}
