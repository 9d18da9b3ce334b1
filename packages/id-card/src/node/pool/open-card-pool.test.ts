import { execPath } from "node:process";
import { expect, onTestFinished, test } from "vitest";
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
    { kind: "broke-off", thrown },
    { kind: "broke-off", thrown },
  ]);
  expect(pool.status()).toEqual({ pids: [], waitingCount: 0 });
});
