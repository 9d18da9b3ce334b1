/** Rates, holidays and the catalog in memory. */
import type {
  CatalogDraft,
  Change,
  ExDateRecord,
  RatesName,
  ReferenceStore,
} from "@trading-oms/brokerage/ports";
import { draftGone } from "../store-fault.ts";
import { countChange, type MemoryContent, type MemoryDraft } from "./content.ts";
import { pageBySymbol, pageOf } from "./pages.ts";

/** A draft that was idle for so long is discarded by the next one. */
const abandonedAfterMs = 60_000;

export function referenceOf(
  content: MemoryContent,
  commit: (change: Change) => ReturnType<CatalogDraft["publish"]>,
  now: () => number,
): ReferenceStore {
  return {
    readRates: async (names) => names.flatMap((name) => content.rates.get(scopeOf(name)) ?? []),
    listRates: async (part) =>
      pageOf([...content.rates.values()], ({ level, name }: RatesName) => [level, name], part),
    listHolidays: async () => [...content.holidays],
    listExDates: async () =>
      [...content.exDates.keys()].toSorted().flatMap((key) => content.exDates.get(key) ?? []),
    findInstrument: async (symbol) => content.catalog.get(symbol),
    listInstruments: async (part) => pageBySymbol(content.catalog.values(), part),
    draftCatalog: async () => {
      for (const [generation, { touchedAtMs }] of content.drafts)
        if (touchedAtMs < now() - abandonedAfterMs) content.drafts.delete(generation);
      const generation = content.nextGeneration;
      content.nextGeneration += 1;
      content.drafts.set(generation, { touchedAtMs: now(), entries: new Map() });
      return {
        add: async (entries) => {
          const draft = draftOf(content, generation);
          draft.touchedAtMs = now();
          for (const entry of entries) {
            if (draft.entries.has(entry.symbol)) throw new Error(`${entry.symbol} is in the draft already.`);
            draft.entries.set(entry.symbol, entry);
          }
        },
        publish: (change) => commit({ ...change, catalogGeneration: generation }),
        abandon: async () => {
          content.drafts.delete(generation);
        },
      };
    },
    readVersions: async () => content.versions,
  };
}

/** The draft of a generation. Throws if it was published or discarded. */
export function draftOf({ drafts }: MemoryContent, generation: number): MemoryDraft {
  const draft = drafts.get(generation);
  if (draft === undefined) throw draftGone();
  return draft;
}

/** Makes a draft the catalog in force. */
export function publish(content: MemoryContent, generation: number): void {
  content.catalog = draftOf(content, generation).entries;
  content.drafts.delete(generation);
  countChange(content, "catalog");
}

export function writeRates(content: MemoryContent, { set, removed }: NonNullable<Change["rates"]>): void {
  for (const rates of set) content.rates.set(scopeOf(rates), rates);
  for (const name of removed) content.rates.delete(scopeOf(name));
  countChange(content, "rates");
}

export function writeHolidays(content: MemoryContent, dates: readonly string[]): void {
  content.holidays = [...new Set(dates)].toSorted();
  countChange(content, "holidays");
}

export function writeExDates(content: MemoryContent, exDates: readonly ExDateRecord[]): void {
  for (const each of exDates)
    content.exDates.set([each.symbol, each.date, each.adjustmentId].join("\0"), each);
  countChange(content, "exDates");
}

function scopeOf({ level, name }: RatesName): string {
  return `${level} ${name}`;
}
