import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import type { Fault } from "../fault.ts";
import { releaseGroup } from "./release-group.ts";
import { furthestLevel, type ReleaseLevel } from "./release-level.ts";

/** A changeset that announces a release of the group, and how far it moves it. */
export type Announcement = { readonly path: string; readonly level: ReleaseLevel };

/** What the folder of changesets comes to for the group, and the changesets that cannot be read. */
export type ChangesetsReading = {
  readonly announcements: readonly Announcement[];
  readonly faults: readonly Fault[];
};

/** Reads the changesets of a folder that bump a package of the group; a folder that is not there has none. */
export async function readChangesets(folder: string): Promise<ChangesetsReading> {
  const announcements: Announcement[] = [];
  const faults: Fault[] = [];
  for (const name of await changesetsIn(folder)) {
    const path = join(folder, name);
    try {
      const level = levelOf(await readFile(path, "utf8"));
      if (level !== "none") announcements.push({ path, level });
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message.split("\n", 1)[0] : String(failure);
      faults.push({
        path,
        line: 1,
        column: 1,
        message: `is no changeset (${reason}); write it by \`pnpm changeset\``,
      });
    }
  }
  return { announcements, faults };
}

/** The names that the changesets command skips are skipped here too, so that both see the same. */
async function changesetsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return [];
    throw failure;
  });
  return names.filter((name) => /^(?!\.|README\.md$|(AGENTS|CLAUDE|GEMINI)\.md$).*\.md$/i.test(name)).sort();
}

function levelOf(text: string): ReleaseLevel {
  const { releases } = parseChangesetFile(text);
  return furthestLevel(releases.filter(({ name }) => releaseGroup.includes(name)).map(({ type }) => type));
}
