import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureRuntime } from "@trading-oms/scratch";
import { expect, test } from "vitest";

const words = [fileURLToPath(new URL("sim.ts", import.meta.url)), "--seeds", "20"];

test("Node, Bun and Deno give the same traces", async () => {
  const run = (command: string, ...options: string[]) =>
    execFileSync(command, [...options, ...words], { encoding: "utf8" });
  const printed = run(process.execPath);
  expect(printed).toMatch(/^20 seeds, .* trace hash [0-9a-f]{16}: everything held$/m);
  expect(run(await ensureRuntime("bun"), "--no-env-file")).toBe(printed);
  expect(run(await ensureRuntime("deno"), "run", "--allow-all", "--no-prompt")).toBe(printed);
});
