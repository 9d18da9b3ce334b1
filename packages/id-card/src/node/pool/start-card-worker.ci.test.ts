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
  const usual = { residentBytesMax: 1e9, growthBytesMax: 1e9, restingBytesMax: 1e9, recogniserCount: 1 };
  const worker = startCardWorker({ ...usual, ...bounds });
  onTestFinished(() => worker.end());
  return worker;
}

/** No list is so long, so that recognition can't be loaded. */
const unloadable = { recogniserCount: Number.POSITIVE_INFINITY };

test("a worker that can't load says why to the card that waits for it, and is gone", async () => {
  const worker = start(unloadable);
  const outcome = await worker.read({ front }, timeMsMax, false);
  expect(outcome).toEqual({ kind: "broke-off", thrown: new RangeError("Invalid array length") });
  expect([worker.isLoaded(), worker.isAlive()]).toEqual([false, false]);
  expect(await worker.loaded).toBe(false);
});

test("a worker that can't load is gone without a card as well, and breaks off the one that comes then", async () => {
  const worker = start(unloadable);
  expect(await worker.loaded).toBe(false);
  expect(await worker.read({ front }, timeMsMax, false)).toEqual({ kind: "broke-off" });
});

test("nothing of a card is looked at, not even its portrait, before its worker has loaded and weighed itself", async () => {
  const worker = start();
  const portrait = front.slice(0, 2_000);
  const outcome = await worker.read({ front, portrait }, timeMsMax, false);
  expect([outcome.kind, worker.isLoaded()]).toEqual(["portrait-broken", true]);
});

test("a worker is overgrown by what it holds beyond its start, and by all that it holds", async () => {
  const workers = [start(), start({ growthBytesMax: 1_000_000 }), start({ restingBytesMax: 10_000_000 })];
  await Promise.all(workers.map((worker) => worker.read({ front }, timeMsMax, false)));
  expect(workers.map((worker) => worker.overgrowth())).toEqual([false, "now", "now"]);
});

test("a worker has given back the pixels of a vast picture before it is weighed", async () => {
  const vast = await sharp({ create: { width: 7_000, height: 5_000, channels: 3, background: "gray" } })
    .jpeg()
    .toBuffer();
  const worker = start({ growthBytesMax: 60_000_000 });
  for (let i = 0; i < 4; i += 1) {
    expect(await worker.read({ front: vast }, timeMsMax, false)).toMatchObject({ kind: "read" });
    expect(worker.overgrowth()).toBe(false);
  }
});

test("a worker that still copies tells what was read, and weighs itself once its copies are made", async () => {
  const program = fileURLToPath(new URL("./card.worker.ts", import.meta.url));
  const child = fork(program, ["1"], { serialization: "advanced", execArgv: ["--expose-gc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const told: WorkerMessage[] = [];
  child.on("message", (message: WorkerMessage) => told.push(message));
  await vi.waitFor(() => expect(told).toHaveLength(1), timeMsMax);
  child.send({ images: { front }, timeoutMs: timeMsMax, wantsCopies: true });
  await vi.waitFor(() => expect(told).toHaveLength(3), timeMsMax);
  expect(told.map(({ kind, residentBytes }) => [kind, residentBytes !== undefined])).toEqual([
    ["loaded", true],
    ["read", false],
    ["copies", true],
  ]);
});
