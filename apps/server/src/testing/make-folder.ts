import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a temporary folder, which is removed when the test has finished. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "server-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
