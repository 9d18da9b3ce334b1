import { getEventListeners } from "node:events";
import { execPath } from "node:process";
import { expect, onTestFinished, test, vi } from "vitest";
import { openCardPool } from "./open-card-pool.ts";

test("cards break off with the failure if no process can be started, waiting ones too", async () => {
  // Node rejects such a path before it calls the system.
  process.execPath = "\0";
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const pool = openCardPool({ workerCountMax: 1 });
  onTestFinished(() => pool.close());
  const images = { front: new Uint8Array() };
  const outcomes = await Promise.all([pool.read(images), pool.read(images)]);
  const thrown = expect.objectContaining({ code: "ERR_INVALID_ARG_VALUE" });
  expect(outcomes).toEqual([
    { kind: "crashed", thrown },
    { kind: "crashed", thrown },
  ]);
  expect(pool.status()).toEqual({ pids: [], waitingCount: 0 });
});

test("a card that was begun, dropped or aborted leaves no timer and no listener behind", async () => {
  // Node rejects such a path before it calls the system.
  process.execPath = "\0";
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    process.execPath = execPath;
    vi.useRealTimers();
  });
  const pool = openCardPool({ workerCountMax: 1, waitingCountMax: 2 });
  onTestFinished(() => pool.close());
  const lasting = new AbortController();
  const aborted = new AbortController();
  const images = { front: new Uint8Array() };
  const reading = Array.from({ length: 2 }, () => pool.read(images, { signal: lasting.signal }));
  const aborting = pool.read(images, { signal: aborted.signal });
  const dropping = pool.read(images, { signal: lasting.signal });
  aborted.abort();
  expect([(await aborting).kind, (await dropping).kind]).toEqual(["aborted", "busy"]);
  expect((await Promise.all(reading)).map(({ kind }) => kind)).toEqual(["crashed", "crashed"]);
  expect([lasting, aborted].map(({ signal }) => getEventListeners(signal, "abort").length)).toEqual([0, 0]);
  pool.close();
  expect(vi.getTimerCount()).toBe(0);
});
