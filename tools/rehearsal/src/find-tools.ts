import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { RehearsalSettings } from "./read-settings.ts";

/** What a rehearsal needs of the machine, all of it found. */
export type Tools = { readonly node20: string; readonly pinnedNode: string; readonly chromium: string };

/** Finds the runtimes before anything is begun; a missing one is named together with what to do about it. */
export async function findTools(
  { chromiumPath, node20Path }: RehearsalSettings,
  path: string,
): Promise<Tools | { readonly missing: readonly string[] }> {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  const candidates = node20Path === undefined ? folders.map((folder) => join(folder, "node")) : [node20Path];
  const node20 = await findNode(candidates, "v20.");
  const missing: string[] = [];
  if (node20 === undefined) {
    missing.push("There is no Node 20 on the PATH; install it, or name it by NODE_20_PATH.");
  }
  const hasChromium = await access(chromiumPath).then(
    () => true,
    () => false,
  );
  if (!hasChromium) {
    missing.push(
      `There is no Chromium at ${chromiumPath}; install it (Debian: apt-get install chromium) or name it by CHROMIUM_PATH.`,
    );
  }
  if (node20 === undefined || missing.length > 0) return { missing };
  return { node20, pinnedNode: process.execPath, chromium: chromiumPath };
}

async function findNode(candidates: readonly string[], version: string): Promise<string | undefined> {
  for (const candidate of candidates) {
    const told = await promisify(execFile)(candidate, ["--version"]).catch(() => undefined);
    if (told?.stdout.startsWith(version)) return candidate;
  }
  return undefined;
}
