/** Replaces the catalog by the lines of a file. */
import { checkInstrument, type InstrumentRecord } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import type { CatalogDraft, CatalogEntry } from "../ports/index.ts";
import { CatalogDigest } from "../reference/catalog.ts";
import type { Services } from "../services.ts";
import { type ReferenceOrigin, settleChain } from "./settle-chain.ts";

/** A catalog row with its line number, or the fault of that line. */
export type CatalogLine =
  | { readonly line: number; readonly record: InstrumentRecord }
  | { readonly line: number; readonly fault: string };

export type CatalogFault = { readonly line: number; readonly fault: string };

/** A catalog is imported as a whole or not at all. */
export type CatalogImport =
  | { readonly kind: "done"; readonly count: number }
  | { readonly kind: "refused"; readonly faults: readonly CatalogFault[]; readonly faultCount: number };

/** How many faults are reported. More usually share one cause. */
export const faultsToldMax = 20;
const linesAtOnce = 1_000;

/** Who imports a catalog, and the digest of the file once it is read. */
type CatalogOrigin = ReferenceOrigin & { readonly digestOfFile?: (() => string) | undefined };

/**
 * Replaces the catalog by these lines, atomically and only if all are valid. Rows are written to a draft as they
 * arrive, so a catalog of any size needs little memory. `onProgress` receives the number of rows read.
 */
export async function importCatalog(
  services: Services,
  lines: AsyncIterable<CatalogLine>,
  onProgress: (count: number) => void = () => {},
  { digestOfFile, ...origin }: CatalogOrigin = {},
): Promise<CatalogImport> {
  const { store } = services;
  const draft = await store.draftCatalog();
  try {
    const inForce = new CatalogDigest(services);
    const add = async (entries: readonly CatalogEntry[]): Promise<void> => {
      await draft.add(entries);
      await inForce.add(entries);
    };
    const reading = await readAll(add, lines, onProgress);
    const { count, faults, faultCount } = reading.faultCount > 0 ? reading : await checkHeld(store, reading);
    if (faultCount > 0) {
      await draft.abandon();
      return { kind: "refused", faults, faultCount };
    }
    const digest = await inForce.finish();
    const settled = await settleChain(services, "catalog", origin, async ({ versions }) => ({
      catalog: draft,
      entry: {
        kind: "catalog",
        before: { version: versions.catalog },
        after: {
          version: versions.catalog + 1,
          instrumentCount: count,
          digest,
          fileDigest: digestOfFile?.(),
        },
      },
      outcome: undefined,
      result: { kind: "done", count } as const,
    }));
    if (settled.kind === "done") return settled;
    await draft.abandon();
    const fault = { line: reading.lastLine + 1, fault: settled.message };
    return { kind: "refused", faults: [fault], faultCount: 1 };
  } catch (failure) {
    // Without this, the next import sweeps the draft.
    await draft.abandon().catch(() => {});
    throw failure;
  }
}

type Reading = {
  readonly count: number;
  readonly faults: readonly CatalogFault[];
  readonly faultCount: number;
  readonly lineOf: ReadonlyMap<string, number>;
  readonly lastLine: number;
};

/** A held symbol stays listed: without its instrument a position has no mark and is never called. */
async function checkHeld(store: Services["store"], reading: Reading): Promise<Reading> {
  const missing = (await store.readHeldSymbols()).filter((symbol) => !reading.lineOf.has(symbol)).sort();
  const faults = missing.slice(0, faultsToldMax).map((symbol) => ({
    line: reading.lastLine + 1,
    fault: `symbol ${symbol} is missing and held in positions: add its row, or close them first.`,
  }));
  return { ...reading, faults, faultCount: missing.length };
}

async function readAll(
  add: CatalogDraft["add"],
  lines: AsyncIterable<CatalogLine>,
  onProgress: (count: number) => void,
): Promise<Reading> {
  const lineOf = new Map<string, number>();
  const faults: CatalogFault[] = [];
  let faultCount = 0;
  let count = 0;
  let lastLine = 1;
  let gathered: CatalogEntry[] = [];
  for await (const each of lines) {
    const found = "fault" in each ? [each.fault] : checkLine(each.record, each.line, lineOf);
    faultCount += found.length;
    lastLine = each.line;
    faults.push(
      ...found.slice(0, faultsToldMax - faults.length).map((fault) => ({ line: each.line, fault })),
    );
    if ("record" in each && faultCount === 0) {
      gathered.push({ symbol: each.record.symbol, details: exactJson.write(each.record) });
    }
    count += 1;
    if (count % linesAtOnce === 0) onProgress(count);
    if (gathered.length < linesAtOnce) continue;
    await add(gathered);
    gathered = [];
  }
  if (faultCount === 0) await add(gathered);
  onProgress(count);
  return { count, faults, faultCount, lineOf, lastLine };
}

function checkLine(record: InstrumentRecord, line: number, lineOf: Map<string, number>): readonly string[] {
  const first = lineOf.get(record.symbol);
  if (first !== undefined)
    return [`symbol ${record.symbol} stands on line ${first} already: leave out one of them.`];
  lineOf.set(record.symbol, line);
  const checked = checkInstrument(record);
  return checked.kind === "accepted" ? [] : checked.faults;
}
