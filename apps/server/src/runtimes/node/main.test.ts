import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBuiltServer } from "../../testing/run-built-server.ts";

test("caches the code compiled by Node beside the program", async () => {
  const folder = join(import.meta.dirname, "../../../node_modules/.cache/compiled");
  await rm(folder, { recursive: true, force: true });
  expect(await runBuiltServer({}, "--help")).toEqual({ code: 0, complained: "" });
  const kept = await readdir(folder, { recursive: true });
  expect(kept.length).toBeGreaterThan(100);
});
