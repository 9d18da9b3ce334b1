import type { FoundEntries } from "./contender.ts";

/** Where symbols are searched; the term follows. */
export const searchPath = "/api/v1/MarketData/GetSymbolSearch/";

type Envelope = Readonly<Record<string, unknown>> & { readonly data: readonly object[] };

type Entry = FoundEntries["entries"][number];

const values = new WeakMap<Entry, object>();
const tags = new WeakMap<Entry, number>();
const decoder = new TextDecoder();
let tagCount = 0;

/** The envelope of an answer around these entries, as any server would put it together. */
export function envelopeOf(id: string, beganMs: number, found: FoundEntries): Envelope {
  return { ...headOf(id, beganMs, found), data: found.entries.map(parseEntry) };
}

/** The same as text up to its entries, for whoever has them as bytes. */
export function renderHead(id: string, beganMs: number, found: FoundEntries): string {
  return `${JSON.stringify(headOf(id, beganMs, found)).slice(0, -1)},"data":[`;
}

/** The headers that a search of ours carries, so that nobody writes fewer. */
export function searchHeadersOf(id: string, { entries }: FoundEntries): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, no-cache",
    etag: tagOf(entries),
    "x-request-id": id,
    traceparent: `00-${id}-00f067aa0ba902b7-01`,
  };
}

function headOf(id: string, beganMs: number, { quotedAtMs }: FoundEntries): object {
  return {
    isSuccess: true,
    returnCode: 0,
    serviceInstance: [{ serviceType: "oms", instanceID: "oms-00f067aa0ba902b7", lastUnixTime: Date.now() }],
    requestID: id,
    requestType: "GetSymbolSearch",
    dataType: "SymbolSearch",
    executionTime: Math.round((performance.now() - beganMs) * 1_000) / 1_000,
    lastTime: quotedAtMs,
  };
}

/** An entry as a value, read once: others hold values where we hold bytes. */
function parseEntry(entry: Entry): object {
  const known = values.get(entry);
  if (known !== undefined) return known;
  const value = JSON.parse(decoder.decode(entry)) as object;
  values.set(entry, value);
  return value;
}

/** Cheaper than a tag that servers agree on: the number under which each of the entries was first seen. */
function tagOf(entries: readonly Entry[]): string {
  let mixed = 0x9e3779b9 | 0;
  for (const entry of entries)
    mixed = Math.imul(((mixed << 15) | (mixed >>> 17)) ^ numberOf(entry), 0x85ebca6b);
  return `W/"${(mixed >>> 0).toString(16).padStart(16, "0")}"`;
}

function numberOf(entry: Entry): number {
  const known = tags.get(entry);
  if (known !== undefined) return known;
  tagCount += 1;
  tags.set(entry, tagCount);
  return tagCount;
}
