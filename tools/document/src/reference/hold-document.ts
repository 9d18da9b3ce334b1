import { readFile, stat } from "node:fs/promises";
import type { Fault } from "../fault.ts";
import { readDocumentText } from "../read-document.ts";
import { type Fields, isFields } from "../walk-document.ts";
import { type Content, makeContent } from "./make-content.ts";

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
export type DocumentSource = {
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
