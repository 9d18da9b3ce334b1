import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { followEnd } from "./follow-end.ts";

test("a program that can't be started has ended, and one that was started ends by itself", async () => {
  await expect(followEnd(spawn("/nowhere/bun", []))).resolves.toBeUndefined();
  const before = process.listenerCount("exit");
  await expect(followEnd(spawn(process.execPath, ["--version"]))).resolves.toBeUndefined();
  expect(process.listenerCount("exit")).toBe(before);
});
