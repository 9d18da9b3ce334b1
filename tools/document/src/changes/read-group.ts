import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Fault } from "../fault.ts";
import { parseYaml } from "../parse-yaml.ts";
import { isFields } from "../walk-document.ts";
import { releaseGroup } from "./release-group.ts";

/** A package of the group that exists, and the place of its version. */
export type GroupMember = Fault & { readonly name: string; readonly version: unknown };

/** Reads the manifests of the group under `packages`; those that cannot be parsed come back as faults. */
export async function readGroup(root: string): Promise<{ members: GroupMember[]; faults: Fault[] }> {
  const members: GroupMember[] = [];
  const faults: Fault[] = [];
  for (const name of releaseGroup) {
    const path = join(root, "packages", name.replace(/^.*\//, ""), "package.json");
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    // JSON is YAML, and this reader knows the place of every key.
    const parsed = parseYaml(path, text);
    if ("faults" in parsed) faults.push(...parsed.faults);
    else {
      const version = isFields(parsed.value) ? parsed.value["version"] : undefined;
      members.push({ name, path, version, ...parsed.placeOf(["version"]), message: "" });
    }
  }
  return { members, faults };
}
