import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { writeTogether } from "@trading-oms/spec";
import { listPublished } from "./pack-packages.ts";

/**
 * Derives `repository`, `homepage` and `bugs` of every published package from the `repository` of the root package.json.
 * Runs as the last part of `pnpm version-packages`.
 */
export async function linkPackages(root: string) {
  const { repository } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const files = [];
  for (const { folder } of await listPublished(root)) {
    const path = join(folder, "package.json");
    const directory = relative(root, folder);
    const manifest = JSON.parse(await readFile(path, "utf8"));
    const links = {
      repository: { type: "git", url: `git+${repository}.git`, directory },
      homepage: `${repository}/tree/main/${directory}#readme`,
      bugs: `${repository}/issues`,
    };
    files.push({ path, text: `${JSON.stringify({ ...manifest, ...links }, undefined, 2)}\n` });
  }
  return files;
}

if (import.meta.main) await writeTogether(await linkPackages(resolve(import.meta.dirname, "../../../..")));
