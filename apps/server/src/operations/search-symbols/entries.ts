import type { QuotedInstrument } from "@trading-oms/market";
import type { WrittenElement } from "../../written-element.ts";
import { entryOf } from "./wire.ts";

/** Some 20 MB; whoever searches for more has them written again. */
const keptMax = 10_000;

const encoder = new TextEncoder();

/** Gives the entry of an instrument as JSON, the same object until something is told of the instrument. */
export type WriteEntry = (quoted: QuotedInstrument) => WrittenElement;

/** Keeps entries as JSON, each until something is told of its instrument, and drops the one that was kept first beyond `max`. */
export function keepEntries(max: number = keptMax): WriteEntry {
  const kept = new Map<QuotedInstrument, WrittenElement>();
  return (quoted) => {
    const known = kept.get(quoted);
    if (known?.version === quoted.version) return known;
    const bytes = encoder.encode(JSON.stringify(entryOf(quoted)));
    const entry = { version: quoted.version, bytes: () => bytes };
    const [first] = known === undefined && kept.size >= max ? kept.keys() : [];
    if (first !== undefined) kept.delete(first);
    kept.set(quoted, entry);
    return entry;
  };
}
