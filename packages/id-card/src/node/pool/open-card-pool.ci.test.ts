import { makeCard } from "@trading-oms/cards";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { type CardPool, type CardPoolOptions, openCardPool } from "./open-card-pool.ts";

const { front } = makeCard({ seed: 1, kind: "2021", severity: "clean" });

/** An empty picture, which takes a loaded worker next to no time. */
const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: "gray" } })
  .png()
  .toBuffer();
const images = { front: blank };

function openPool(options: CardPoolOptions = {}): CardPool {
  const pool = openCardPool({ workerCountMax: 1, timeoutMs: 50_000, waitMsMax: 50_000, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

async function pidOf(pool: CardPool): Promise<number> {
  return vi.waitFor(() => {
    const [pid] = pool.status().pids;
    if (pid === undefined) throw new Error("There is no worker yet.");
    return pid;
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("no worker is started before the first card, and one worker reads one card after another", async () => {
  const pool = openPool();
  expect(pool.status()).toEqual({ pids: [], waitingCount: 0 });
  const both = [pool.read(images), pool.read(images)];
  expect(pool.status().waitingCount).toBe(1);
  const [first, second] = await Promise.all(both);
  expect(first).toMatchObject({ kind: "read" });
  expect(second).toEqual(first);
  expect(pool.status().pids).toHaveLength(1);
});

test("killing a worker breaks off its card alone, and another worker reads the waiting card", async () => {
  const pool = openPool();
  const both = [pool.read(images), pool.read(images)];
  const pid = await pidOf(pool);
  process.kill(pid, "SIGKILL");
  const [first, second] = await Promise.all(both);
  expect(first?.kind).toBe("crashed");
  expect(second?.kind).toBe("read");
  expect(pool.status().pids).not.toContain(pid);
});

test("a dead worker is replaced before the next card", async () => {
  const pool = openPool();
  const reading = pool.read(images);
  const pid = await pidOf(pool);
  process.kill(pid, "SIGKILL");
  expect((await reading).kind).toBe("crashed");
  expect(pool.status().pids).toHaveLength(1);
  expect(pool.status().pids).not.toContain(pid);
});

test("a worker that has grown reads on until its successor has loaded, then it is ended", async () => {
  const pool = openPool({ growthBytesMax: 0 });
  await pool.read(images);
  const [grown, successor, ...others] = pool.status().pids;
  expect(others).toEqual([]);
  const second = pool.read(images);
  expect(pool.status()).toEqual({ pids: [grown, successor], waitingCount: 0 });
  expect((await second).kind).toBe("read");
  await vi.waitFor(() => expect(pool.status().pids).toEqual([successor]), { timeout: 10_000 });
  expect((await pool.read(images)).kind).toBe("read");
  expect(pool.status().pids[0]).toBe(successor);
});

test("a worker that hangs is killed when the time of its card is over", async () => {
  const pool = openPool({ timeoutMs: 1_500 });
  const reading = pool.read(images);
  const pid = await pidOf(pool);
  process.kill(pid, "SIGSTOP");
  expect(await reading).toEqual({ kind: "late" });
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});

test("a card is answered as busy if the queue is full or it waits too long", async () => {
  const pool = openPool({ waitingCountMax: 1, waitMsMax: 50 });
  const reading = pool.read(images);
  const waiting = pool.read(images);
  expect(await pool.read(images)).toEqual({ kind: "busy" });
  expect(await waiting).toEqual({ kind: "busy" });
  expect((await reading).kind).toBe("read");
});

test("a card is dropped if its signal is aborted while it waits, and read to its end if it was begun", async () => {
  const pool = openPool();
  const [first, second] = [new AbortController(), new AbortController()];
  const begun: string[] = [];
  const reading = pool.read(images, { signal: first.signal, onBegin: () => void begun.push("first") });
  const waiting = pool.read(images, { signal: second.signal, onBegin: () => void begun.push("second") });
  first.abort();
  second.abort();
  expect(await waiting).toEqual({ kind: "aborted" });
  expect(await pool.read(images, { signal: second.signal })).toEqual({ kind: "aborted" });
  expect((await reading).kind).toBe("read");
  expect([begun, pool.status().waitingCount]).toEqual([["first"], 0]);
});

test("the cards of another sender are read before the second one of the first", async () => {
  const pool = openPool();
  const order: string[] = [];
  const read = async (sender: string) => {
    await pool.read(images, { sender });
    order.push(sender);
  };
  await Promise.all(["a", "a", "a", "b", "c"].map(read));
  expect(order).toEqual(["a", "b", "c", "a", "a"]);
});

test("a worker beyond its memory limit is killed, and its card breaks off", async () => {
  const pool = openPool({ residentBytesMax: 10_000_000 });
  const reading = pool.read(images);
  const pid = await pidOf(pool);
  expect((await reading).kind).toBe("crashed");
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});

test("a portrait that can't be decoded is reported, though portraits are not read", async () => {
  const pool = openPool();
  const portrait = front.slice(0, 2_000);
  expect(await pool.read({ front, portrait })).toEqual({ kind: "portrait-broken" });
});

test("a reading has copies if they are wanted and something was read", async () => {
  const pool = openPool();
  const wanted = await pool.read({ front, portrait: front }, { wantsCopies: true });
  const copies = wanted.kind === "read" ? wanted.copies : undefined;
  expect([copies?.front, copies?.portrait].map((copy) => copy?.subarray(0, 3))).toEqual([
    new Uint8Array([0xff, 0xd8, 0xff]),
    new Uint8Array([0xff, 0xd8, 0xff]),
  ]);
  expect(copies?.back).toBeUndefined();
  expect(await pool.read({ front })).not.toHaveProperty("copies");
  const nothing = await pool.read(images, { wantsCopies: true });
  expect([nothing.kind, "copies" in nothing]).toEqual(["read", false]);
});

test("a closed pool has no workers and accepts no card", async () => {
  const pool = openPool();
  const reading = pool.read(images);
  const pid = await pidOf(pool);
  pool.close();
  expect((await reading).kind).toBe("crashed");
  expect(await pool.read(images)).toEqual({ kind: "busy" });
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});

test("SIGINT and SIGTERM do not end a worker", async () => {
  const pool = openPool();
  await pool.read(images);
  const pid = await pidOf(pool);
  const reading = pool.read({ front });
  process.kill(pid, "SIGINT");
  process.kill(pid, "SIGTERM");
  expect((await reading).kind).toBe("read");
  expect(pool.status().pids).toEqual([pid]);
});
