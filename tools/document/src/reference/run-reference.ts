import type { ServerResponse } from "node:http";
import { isIP } from "node:net";
import { dirname, join, relative } from "node:path";
import { type Fault, printFault } from "../parse-yaml.ts";
import { type HeldDocument, holdDocument } from "./hold-document.ts";
import { loadPageScript } from "./page.ts";
import { listRoutes, type RunningServer, startServer } from "./serve.ts";

/** What stands on a command line: the values of the flags that were given, whether help is asked for, and faults. */
type FlagReading = {
  readonly values: ReadonlyMap<string, string>;
  readonly help: boolean;
  readonly faults: readonly string[];
};

/** Reads `--name value` and `--name=value` for the named flags, and `--help`. */
export function readFlags(words: readonly string[], names: readonly string[]): FlagReading {
  const values = new Map<string, string>();
  const faults: string[] = [];
  let help = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    // Package managers differ in whether they pass on the "--" that ends their own flags.
    if (word === "--") continue;
    if (word === "--help" || word === "-h") {
      help = true;
      continue;
    }
    const { name, inline } = splitFlag(word);
    const following = words[index + 1];
    const value = inline ?? (following?.startsWith("--") ? undefined : following);
    if (inline === undefined && value !== undefined && word.startsWith("--")) index += 1;
    if (!names.includes(name)) faults.push(`${word} is not known here; --help lists what is.`);
    else if (value === undefined || value === "") faults.push(`--${name} needs a value.`);
    else if (values.has(name)) faults.push(`--${name} is given twice.`);
    else values.set(name, value);
  }
  return { values, help, faults };
}

function splitFlag(word: string): { readonly name: string; readonly inline: string | undefined } {
  if (!word.startsWith("--")) return { name: "", inline: undefined };
  const equals = word.indexOf("=");
  if (equals < 0) return { name: word.slice(2), inline: undefined };
  return { name: word.slice(2, equals), inline: word.slice(equals + 1) };
}

/** Where the reference listens, and which document it shows. */
type Settings = { readonly port: number; readonly host: string; readonly documentPath: string };

/** What command line and environment come to. */
type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Reads the settings of the server; a flag wins over the environment, and an empty variable counts as absent. */
export function readSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  documentPathDefault: string,
): SettingsReading {
  const flags = readFlags(words, ["port", "host", "document"]);
  if (flags.help) return { kind: "help", text: helpText };
  const port = choose("port", "PORT", "8787");
  const host = choose("host", "HOST", "127.0.0.1");
  const faults = [...flags.faults, ...checkPort(port), ...checkHost(host)];
  if (faults.length > 0) return { kind: "faulty", faults };
  const documentPath = flags.values.get("document") ?? documentPathDefault;
  return { kind: "settings", settings: { port: Number(port.value), host: host.value, documentPath } };

  function choose(flag: string, variable: string, fallback: string): Given {
    const value = flags.values.get(flag);
    if (value !== undefined) return { name: `--${flag}`, value };
    return { name: variable, value: environment[variable] || fallback };
  }
}

type Given = { readonly name: string; readonly value: string };

function checkPort({ name, value }: Given): string[] {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return [];
  return [`${name} must be a whole number from 0 to 65535, not ${JSON.stringify(value)}.`];
}

function checkHost({ name, value }: Given): string[] {
  if (isIP(value) !== 0) return [];
  // A name of digits and dots alone is an address with a slip in it, such as 127.0.0.256.
  const isName = value.length <= 253 && !/^[\d.]+$/.test(value) && value.split(".").every(isLabel);
  if (isName) return [];
  return [`${name} must be an IP address or a host name, not ${JSON.stringify(value)}.`];
}

function isLabel(label: string): boolean {
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label);
}

const helpText = `Serves the OpenAPI document and its reference page, and follows every change of it. The operations are not served.

  --port PORT       where to listen; 0 takes any free port         (or PORT; default 8787)
  --host HOST       an IP address or a host name of this machine   (or HOST; default 127.0.0.1)
  --document PATH   the document to show; its examples are read    (default openapi/openapi.yaml)
                    from the folder "examples" beside it
  --help            this text`;

/** Why the address cannot be had, with what to do about it, in one line. */
function explainListening(failure: unknown, { port, host }: Settings): string {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : String(failure);
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken; stop what listens there, or choose another: PORT=${nextPort(port)} pnpm dev`;
    case "EACCES":
      return `Port ${port} on ${host} may not be opened by this user; choose one from 1024 up: PORT=8787 pnpm dev`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine; leave HOST out to listen on 127.0.0.1.`;
    default:
      return `Cannot listen on port ${port} of ${host} (${code}); choose another by PORT and HOST.`;
  }
}

function nextPort(port: number): number {
  return port < 65_535 ? port + 1 : 8787;
}

/** The pages that wait for word of a change. */
type ChangeBoard = {
  readonly join: (listener: ServerResponse) => void;
  readonly announce: () => void;
  readonly close: () => void;
};

/** Keeps the open streams of pages, and tells them all of a change by Server-Sent Events. */
export function announceChanges(): ChangeBoard {
  const listeners = new Set<ServerResponse>();
  return { join, announce, close };

  function join(listener: ServerResponse): void {
    listeners.add(listener);
    listener.once("close", () => listeners.delete(listener));
    // A page that lost the server asks again after this many milliseconds.
    listener.write("retry: 500\n\n");
  }

  function announce(): void {
    for (const listener of listeners) listener.write("event: change\ndata: document\n\n");
  }

  function close(): void {
    for (const listener of listeners) listener.end();
  }
}

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
