import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installRuntime } from "./install-runtime.ts";
import { pinnedRuntimes, type RuntimeName } from "./pinned-runtimes.ts";

/** Where git does not look, and where whoever cleans up looks first. */
const cacheFolder = fileURLToPath(new URL("../../../node_modules/.cache/runtimes", import.meta.url));

/** What a search for a runtime goes by; this machine's own where nothing is said. */
export type RuntimeSearch = {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly machine?: string;
  readonly folder?: string;
  readonly install?: typeof installRuntime;
};

/**
 * Gives the path of a runtime's program: the one that its variable names, or else the pinned one, which is installed
 * at the first time.
 *
 * @throws Error where it can't be had, with what to do about it
 */
export async function ensureRuntime(name: RuntimeName, search: RuntimeSearch = {}): Promise<string> {
  const { environment = process.env, machine = `${process.platform}-${process.arch}` } = search;
  const { version, program, variable, packages } = pinnedRuntimes[name];
  const named = environment[variable] ?? "";
  if (named !== "") {
    if (existsSync(named)) return named;
    throw new Error(`${variable} is ${named}, where there is no program.`);
  }
  const given = packages[machine];
  if (given === undefined) {
    throw new Error(
      `No ${name} is pinned for ${machine}. Install version ${version}, and name it by ${variable}.`,
    );
  }
  const folder = join(search.folder ?? cacheFolder, `${name}-${version}`);
  const path = join(folder, "node_modules", given.name, program);
  if (existsSync(path)) return path;
  console.error(`Installing ${name} ${version}, some 100 MB, once; ${variable} names another in its place.`);
  try {
    await (search.install ?? installRuntime)(given, version, folder);
    if (!existsSync(path)) throw new Error(`It is installed, and yet there is no ${path}.`);
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new Error(
      `${given.name} ${version} can't be installed. Name a program that is there by ${variable}.\n${why}`,
      {
        cause: failure,
      },
    );
  }
  return path;
}
