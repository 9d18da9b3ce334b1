#!/usr/bin/env node
/** `npm create @trading-oms@latest my-app`: copies the template into a folder and gives the package its name. */
import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = `Makes a trading app to change: Vite, React, TanStack Query and the client of Trading OMS, in Vietnamese and English. It runs on a
broker within the page, so it needs no server.

  npm create @trading-oms@latest [FOLDER]

  FOLDER   a folder that is empty or does not exist yet; its name becomes the name of the package  (trading-app)
  --help   this text; npm passes it on after two dashes: npm create @trading-oms@latest -- --help

Exit codes: 0 made, 1 refused, 2 used wrongly.`;

/** npm's rules for the names of new packages, without scopes. */
const lengthMax = 214;
const reserved: ReadonlySet<string> = new Set(["node_modules", "favicon.ico", ...builtinModules]);

process.exitCode = await create(process.argv.slice(2));

/** Runs the command. Returns the exit code. */
async function create(words: readonly string[]): Promise<number> {
  let folder: string;
  try {
    const options = { help: { type: "boolean", short: "h" } } as const;
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    if (values.help) {
      console.log(usage);
      return 0;
    }
    const [first = "trading-app", ...others] = positionals;
    if (others.length > 0) throw new Error(`Name one folder, and not also ${others.join(", ")}.`);
    folder = first;
  } catch (failure) {
    console.error(`${(failure as Error).message}\n\n${usage}`);
    return 2;
  }
  const target = resolve(folder);
  const shown = relative("", target) || ".";
  try {
    const fault = findNameFault(basename(target)) ?? (await findFolderFault(target, shown));
    if (fault !== undefined) throw new Error(fault);
    await copyTemplate(target);
  } catch (failure) {
    console.error((failure as Error).message);
    return 1;
  }
  console.log(`The app is in ${shown}. Next:

${shown === "." ? "" : `  cd ${shown}\n`}  npm install
  npm run dev     on a broker within the page, without a server
  npm test

README.md says how to use a server, and where what is.`);
  return 0;
}

function findNameFault(name: string): string | undefined {
  const fault = nameFaultOf(name);
  return (
    fault && `"${name}" cannot be the name of a package: ${fault}. Name the folder ${fitName(name)}, for one.`
  );
}

function nameFaultOf(name: string): string | undefined {
  if (name.length > lengthMax) return `it has more than ${lengthMax} characters`;
  if (/[A-Z]/.test(name)) return "it has capital letters";
  if (/^[._-]/.test(name)) return "it begins with a dot, an underscore or a hyphen";
  if (!/^[a-z0-9._-]+$/.test(name))
    return "it has more than letters from a to z, digits, hyphens, dots and underscores";
  return reserved.has(name) ? "npm or Node has it already" : undefined;
}

/** The name that comes nearest to one that npm refuses. */
function fitName(name: string): string {
  const fitting = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .slice(0, lengthMax);
  return nameFaultOf(fitting) === undefined ? fitting : "trading-app";
}

/** A repository without any file counts as empty. */
async function findFolderFault(target: string, shown: string): Promise<string | undefined> {
  try {
    const found = (await readdir(target)).filter((entry) => entry !== ".git");
    if (found.length === 0) return undefined;
    const some = `${found.slice(0, 3).join(", ")}${found.length > 3 ? ", …" : ""}`;
    return `${shown} is not empty: it has ${some}. Name a new folder, or empty this one first.`;
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ENOTDIR") return `${shown} is a file. Name a new folder.`;
    throw failure;
  }
}

async function copyTemplate(target: string): Promise<void> {
  await cp(fileURLToPath(new URL("template", import.meta.url)), target, { recursive: true });
  // npm would not publish it under its own name.
  await rename(join(target, "gitignore"), join(target, ".gitignore"));
  const path = join(target, "package.json");
  const manifest: object = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, `${JSON.stringify({ ...manifest, name: basename(target) }, undefined, 2)}\n`);
}
