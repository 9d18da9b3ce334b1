import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Runtimes other than Node that run the server. */
export type RuntimeName = "bun" | "deno";

/** A package that holds the program for one platform. */
type RuntimePackage = { readonly name: string; readonly integrity: string };

/** The pinned version of a runtime and its packages by platform and processor. */
type PinnedRuntime = {
  readonly version: string;
  /** The path of the program in its package. */
  readonly program: string;
  /** The environment variable that names an installed program. */
  readonly variable: string;
  readonly packages: Readonly<Record<string, RuntimePackage>>;
};

export const runtimeNames: readonly RuntimeName[] = ["bun", "deno"];

/** Pinned here and not as dependencies: they are large and rarely needed. */
export const pinnedRuntimes: Readonly<Record<RuntimeName, PinnedRuntime>> = {
  bun: {
    version: "1.4.5",
    program: "bin/bun",
    variable: "BUN_PATH",
    packages: {
      "linux-x64": {
        name: "@oven/bun-linux-x64",
        integrity:
          "sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==",
      },
      "linux-arm64": {
        name: "@oven/bun-linux-aarch64",
        integrity:
          "sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==",
      },
      "darwin-x64": {
        name: "@oven/bun-darwin-x64",
        integrity:
          "sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==",
      },
      "darwin-arm64": {
        name: "@oven/bun-darwin-aarch64",
        integrity:
          "sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==",
      },
    },
  },
  deno: {
    version: "2.9.6",
    program: "deno",
    variable: "DENO_PATH",
    packages: {
      "linux-x64": {
        name: "@deno/linux-x64-glibc",
        integrity:
          "sha512-3md4TKLCuzsLDmfOoC5KN7NAZaxSVkMgm64vg6foD00JBADCpYS2/5QqXfzgnP5ZQz3iLP9vBQJtEgc116OAoQ==",
      },
    },
  },
};

/** How to start the built server: a program, its arguments, and the entry for that runtime. */
export type Launch = { readonly command: string; readonly words: readonly string[]; readonly entry: string };

/** The arguments of each runtime: no implicit settings file and no prompts. */
const runtimeWords: Readonly<Record<RuntimeName, readonly string[]>> = {
  bun: ["--no-env-file"],
  deno: ["run", "--allow-all", "--no-prompt"],
};

/** Returns how to start the built server on a runtime, which is installed if it is missing. */
export async function launchOn(name: RuntimeName): Promise<Launch> {
  const entry = fileURLToPath(new URL(`../../../apps/server/dist/runtimes/${name}/main.js`, import.meta.url));
  return { command: await ensureRuntime(name), words: runtimeWords[name], entry };
}

/** Ignored by git and removed with the other caches. */
const cacheFolder = fileURLToPath(new URL("../../../node_modules/.cache/runtimes", import.meta.url));

/** How to find a runtime; the defaults are those of this machine. */
type RuntimeSearch = {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly machine?: string;
  readonly folder?: string;
  readonly install?: typeof installRuntime;
};

/**
 * Returns the path of a runtime's program: the one named by its variable, or else the pinned one, which is installed on
 * first use.
 *
 * @throws Error if it cannot be installed, with what to do about it
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

/**
 * Installs a package into a folder atomically. Concurrent calls are safe; the first one wins. npm checks the integrity
 * and runs no scripts.
 */
export async function installRuntime(given: RuntimePackage, version: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const making = await mkdtemp(`${folder}-`);
  try {
    for (const [name, text] of Object.entries(writeLock(given, version))) {
      await writeFile(join(making, name), text);
    }
    await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: making });
    await rename(making, folder);
  } catch (failure) {
    if (!isTaken(failure)) throw failure;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

function isTaken(failure: unknown): boolean {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  return code === "ENOTEMPTY" || code === "EEXIST";
}

/** The manifest and lockfile that make npm install exactly one package with the pinned checksum. */
function writeLock(
  { name, integrity }: RuntimePackage,
  version: string,
): Readonly<Record<"package.json" | "package-lock.json", string>> {
  const root = { name: "runtime", private: true, dependencies: { [name]: version } };
  const lock = {
    name: "runtime",
    lockfileVersion: 3,
    requires: true,
    packages: { "": root, [`node_modules/${name}`]: { version, integrity } },
  };
  return { "package.json": JSON.stringify(root), "package-lock.json": JSON.stringify(lock) };
}
