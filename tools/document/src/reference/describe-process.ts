import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ReferenceWorld } from "./run-reference.ts";

/** Gathers what the reference needs of a process; the entry file tells where the repository is. */
export function describeProcess(owner: NodeJS.Process, entryPath: string): ReferenceWorld {
  return {
    words: owner.argv.slice(2),
    environment: owner.env,
    workingFolder: owner.cwd(),
    documentPathDefault: findDocument(entryPath),
    pageScriptPath: findPageScript(entryPath),
    print: (line) => void owner.stdout.write(`${line}\n`),
    complain: (line) => void owner.stderr.write(`${line}\n`),
    stopAsked: new Promise((resolve) => {
      owner.once("SIGTERM", () => resolve());
      owner.once("SIGINT", () => resolve());
    }),
  };
}

/** The repository of an entry file, which stands in tools/document/src/reference. */
export function findRepository(entryPath: string): string {
  return join(dirname(entryPath), "..", "..", "..", "..");
}

/** The document of the repository. */
export function findDocument(entryPath: string): string {
  return join(findRepository(entryPath), "openapi", "openapi.yaml");
}

/** The package exports no path to its browser build, so it is found beside the entry that it does export. */
export function findPageScript(entryPath: string): string {
  const main = createRequire(entryPath).resolve("@scalar/api-reference");
  return join(dirname(main), "browser", "standalone.js");
}
