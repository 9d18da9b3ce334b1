import { dirname, join, relative } from "node:path";
import { type Fault, printFault } from "../fault.ts";
import type { ChangeBoard } from "./announce-changes.ts";
import { explainListening } from "./explain-listening.ts";
import { type HeldDocument, holdDocument } from "./hold-document.ts";
import { listRoutes } from "./list-routes.ts";
import { loadPageScript } from "./load-page-script.ts";
import { readSettings, type Settings } from "./read-settings.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** All that the reference needs of the process it runs in. */
export type ReferenceWorld = {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  readonly documentPathDefault: string;
  readonly pageScriptPath: string;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Resolves when the process is asked to stop. */
  readonly stopAsked: Promise<void>;
};

/** What runs beside the server, such as watching; ends by the function it gives back. */
export type Companion = {
  readonly changes: ChangeBoard;
  readonly begin: (held: HeldDocument, documentPath: string) => () => Promise<void>;
};

/** How long open requests may take to finish once the server is asked to stop. */
const stopGraceMs = 3_000;

/** Serves the document until it is asked to stop, and gives the exit code. */
export async function runReference(world: ReferenceWorld, companion: Companion): Promise<number> {
  const reading = readSettings(world.words, world.environment, world.documentPathDefault);
  if (reading.kind === "help") {
    world.print(reading.text);
    return 0;
  }
  if (reading.kind === "faulty") {
    for (const fault of reading.faults) world.complain(fault);
    return 2;
  }
  const { settings } = reading;
  const holding = await holdDocument(sourceOf(world, settings));
  if (holding.kind === "faulty") {
    for (const fault of holding.faults) world.complain(printFault(fault));
    return 1;
  }
  const server = await tryStarting(world, settings, holding.held, companion.changes);
  if (server === undefined) return 1;
  await greet(world, server.origin, holding.held);
  const end = companion.begin(holding.held, settings.documentPath);
  await world.stopAsked;
  companion.changes.close();
  await Promise.all([server.stop(stopGraceMs), end()]);
  return 0;
}

function sourceOf(world: ReferenceWorld, { documentPath }: Settings): Parameters<typeof holdDocument>[0] {
  const way = relative(world.workingFolder, documentPath);
  const name = way.startsWith("..") ? documentPath : way;
  return {
    path: documentPath,
    name,
    tellFaults: (faults: readonly Fault[]) => {
      for (const fault of faults) world.complain(printFault(fault));
      world.complain(`${name} is broken; /openapi.json stays at the last version that could be read.`);
    },
    tellMended: () => world.print(`${name} can be read again.`),
  };
}

async function tryStarting(
  world: ReferenceWorld,
  settings: Settings,
  held: HeldDocument,
  changes: ChangeBoard,
): Promise<RunningServer | undefined> {
  const routes = listRoutes({
    held,
    examplesPath: join(dirname(settings.documentPath), "examples"),
    loadPageScript: loadPageScript(world.pageScriptPath),
    joinChanges: changes.join,
  });
  try {
    return await startServer(routes, settings, world.complain);
  } catch (failure) {
    world.complain(explainListening(failure, settings));
    return undefined;
  }
}

async function greet(world: ReferenceWorld, origin: string, held: HeldDocument): Promise<void> {
  const { title, version } = await held.current();
  world.print(`${title} ${version}: the reference is at ${origin}/docs`);
  world.print(`The document is at ${origin}/openapi.yaml and ${origin}/openapi.json`);
  world.print("The operations themselves are served by npm start. Ctrl+C stops.");
}
