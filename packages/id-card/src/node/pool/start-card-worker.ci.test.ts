import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { makeCard } from "@trading-oms/cards";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  type CardWorker,
  startCardWorker,
  type WorkerBounds,
  type WorkerMessage,
} from "./start-card-worker.ts";

const { front } = makeCard({ seed: 1, kind: "2021", severity: "clean" });
const timeMsMax = 20_000;

function start(bounds: Partial<WorkerBounds> = {}): CardWorker {
  const usual = { residentBytesMax: 1e9, growthBytesMax: 1e9, idleBytesMax: 1e9, recogniserCount: 1 };
  const worker = startCardWorker({ ...usual, ...bounds });
  onTestFinished(() => worker.end());
  return worker;
}

/** An array of that length cannot be created, so opening the OCR workers throws. */
const unloadable = { recogniserCount: Number.POSITIVE_INFINITY };

test("a worker that can't load reports the cause to the waiting card, and ends", async () => {
  const worker = start(unloadable);
  const outcome = await worker.read({ front }, timeMsMax, false);
  expect(outcome).toEqual({ kind: "crashed", thrown: new RangeError("Invalid array length") });
  expect([worker.isLoaded(), worker.isAlive()]).toEqual([false, false]);
  expect(await worker.loaded).toBe(false);
});

test("a worker that can't load ends without a card as well, and a later card breaks off", async () => {
  const worker = start(unloadable);
  expect(await worker.loaded).toBe(false);
  expect(await worker.read({ front }, timeMsMax, false)).toEqual({ kind: "crashed" });
});

test("a worker reads nothing of a card, not even its portrait, before it has loaded and measured its memory", async () => {
  const worker = start();
  const portrait = front.slice(0, 2_000);
  const outcome = await worker.read({ front, portrait }, timeMsMax, false);
  expect([outcome.kind, worker.isLoaded()]).toEqual(["portrait-broken", true]);
});

test("a worker is overgrown by its growth since loading, and by its total memory", async () => {
  const workers = [start(), start({ growthBytesMax: 1_000_000 }), start({ idleBytesMax: 10_000_000 })];
  await Promise.all(workers.map((worker) => worker.read({ front }, timeMsMax, false)));
  expect(workers.map((worker) => worker.overgrowth())).toEqual([false, "now", "now"]);
});

test("a worker has freed the pixels of a very large picture before it reports its memory", async () => {
  const vast = await sharp({ create: { width: 7_000, height: 5_000, channels: 3, background: "gray" } })
    .jpeg()
    .toBuffer();
  const worker = start({ growthBytesMax: 60_000_000 });
  for (let i = 0; i < 4; i += 1) {
    expect(await worker.read({ front: vast }, timeMsMax, false)).toMatchObject({ kind: "read" });
    expect(worker.overgrowth()).toBe(false);
  }
});

test("a worker sends the reading before it makes copies, and reports its memory after them", async () => {
  const program = fileURLToPath(new URL("./card.worker.ts", import.meta.url));
  const child = fork(program, ["1"], { serialization: "advanced", execArgv: ["--expose-gc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const messages: WorkerMessage[] = [];
  child.on("message", (message: WorkerMessage) => messages.push(message));
  await vi.waitFor(() => expect(messages).toHaveLength(1), timeMsMax);
  child.send({ images: { front }, timeoutMs: timeMsMax, wantsCopies: true });
  await vi.waitFor(() => expect(messages).toHaveLength(3), timeMsMax);
  expect(messages.map(({ kind, residentBytes }) => [kind, residentBytes !== undefined])).toEqual([
    ["loaded", true],
    ["read", false],
    ["copies", true],
  ]);
});
