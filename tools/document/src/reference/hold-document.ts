import { constants } from "node:fs";
import { open, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Fault } from "../parse-yaml.ts";
import { readDocumentText } from "../read-document.ts";
import { type Fields, isFields } from "../walk-document.ts";
import { type Content, makeContent } from "./page.ts";

/** One state of the document: the authored bytes as they are now, and the last that could be read as a whole. */
export type Edition = {
  readonly authored: Content;
  readonly parsed: Content;
  readonly title: string;
  readonly version: string;
  /** What is wrong with the authored bytes; where there is anything, `parsed` is older than they are. */
  readonly faults: readonly Fault[];
};

/** A document that is kept in memory and read again once its file has changed. */
export type HeldDocument = { readonly current: () => Promise<Edition> };

/** Which file to hold, the name it goes by in messages, and whom to tell when it breaks or is whole again. */
type DocumentSource = {
  readonly path: string;
  readonly name: string;
  readonly tellFaults: (faults: readonly Fault[]) => void;
  readonly tellMended: () => void;
};

/** Reads the document once, so that a broken one is refused before anything is served. */
export async function holdDocument(
  source: DocumentSource,
): Promise<
  | { readonly kind: "held"; readonly held: HeldDocument }
  | { readonly kind: "faulty"; readonly faults: readonly Fault[] }
> {
  let mark = await readMark(source.path);
  const first = await readEdition(source, undefined);
  if ("refused" in first) return { kind: "faulty", faults: first.refused };
  let edition = first;
  let renewal: Promise<Edition> | undefined;
  return { kind: "held", held: { current } };

  async function current(): Promise<Edition> {
    // Requests that come while the file is being read again wait for that one reading.
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function renew(): Promise<Edition> {
    // The mark is taken before the bytes, so that a change in between is noticed by the next request.
    const markNow = await readMark(source.path);
    if (markNow === mark) return edition;
    const next = await readEdition(source, edition);
    if ("refused" in next) return edition;
    if (next.faults.length > 0) source.tellFaults(next.faults);
    else if (edition.faults.length > 0) source.tellMended();
    mark = markNow;
    edition = next;
    return edition;
  }
}

async function readEdition(
  source: DocumentSource,
  before: Edition | undefined,
): Promise<Edition | { readonly refused: readonly Fault[] }> {
  const bytes = await readFile(source.path).catch(explainUnreadable);
  if (typeof bytes === "string") {
    const faults = [{ path: source.name, line: 1, column: 1, message: `cannot be read (${bytes})` }];
    return before === undefined ? { refused: faults } : { ...before, faults };
  }
  const reading = readDocumentText(source.name, bytes.toString("utf8"));
  const authored = makeContent("application/yaml; charset=utf-8", bytes);
  if (reading.kind === "faulty") {
    return before === undefined
      ? { refused: reading.faults }
      : { ...before, authored, faults: reading.faults };
  }
  const parsed = makeContent("application/json; charset=utf-8", JSON.stringify(reading.document));
  return { authored, parsed, ...readTitle(reading.document), faults: [] };
}

function readTitle(document: Fields): { readonly title: string; readonly version: string } {
  const information = isFields(document["info"]) ? document["info"] : {};
  return { title: String(information["title"] ?? "API"), version: String(information["version"] ?? "") };
}

/** Anything that changes with every write: nanoseconds, size, and the file itself for editors that replace it. */
async function readMark(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true }).catch(explainUnreadable);
  return typeof facts === "string" ? facts : `${facts.mtimeNs} ${facts.size} ${facts.ino}`;
}

function explainUnreadable(failure: unknown): string {
  return failure instanceof Error && "code" in failure ? String(failure.code) : "unreadable";
}

/**
 * Reads one example by its name below the folder, such as `listNotifications/200-first-page.json`.
 *
 * Names are matched as they stand in the request, undecoded, against the few characters that examples are named
 * with. A percent sign, a backslash, an empty part or one that starts with a dot therefore never reaches a path.
 */
export async function readExample(folder: string, name: string): Promise<Content | undefined> {
  if (!exampleName.test(name)) return undefined;
  try {
    const root = await realpath(folder);
    const path = join(root, ...name.split("/"));
    // A symbolic link anywhere below the folder would lead out of it, so only the direct way counts.
    if (!path.startsWith(root + sep) || (await realpath(path)) !== path) return undefined;
    return await readPlainFile(path);
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && absent.has(String(failure.code))) return undefined;
    throw failure;
  }
}

const exampleName = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*\.json$/;

const absent: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"]);

async function readPlainFile(path: string): Promise<Content | undefined> {
  // Without O_NONBLOCK a named pipe would hold the request for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) return undefined;
    return makeContent("application/json; charset=utf-8", await file.readFile());
  } finally {
    await file.close();
  }
}

/** Lists the files that a document names as examples, in order and each once, such as `examples/errors/404.json`. */
export function listExampleNames(document: unknown): readonly string[] {
  const names = new Set<string>();
  collectNames(document, names);
  return [...names].sort();
}

function collectNames(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectNames(item, names);
  if (!isFields(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "externalValue" && typeof member === "string") names.add(member);
    else collectNames(member, names);
  }
}
