import { isCount, isObject, isSymbol, type Raw } from "./checks.ts";
import { wireVersion } from "./frame.ts";

/** What is asked of a publisher: the snapshots of all symbols, or of those alone that somebody lacks. */
export type SnapshotRequest = {
  /** Comes back with each part of the answer. */
  readonly request: string;
  /** Who is to answer; whoever else hears it stays silent. Undefined asks anybody. */
  readonly source: string | undefined;
  /** What is lacking; undefined is everything. */
  readonly lacking:
    | undefined
    | {
        /** Whatever was told of in a later frame than this one; undefined where none was missed. */
        readonly afterFrame: number | undefined;
        readonly symbols: readonly string[];
      };
};

const requestForm = /^[A-Za-z0-9_.-]{1,64}$/;
const symbolsMax = 50_000;

/** Writes a request as it is sent; where it would name too many symbols, or be too long, it asks for everything. */
export function renderSnapshotRequest(
  { request, source, lacking }: SnapshotRequest,
  payloadBytesMax: number = Number.POSITIVE_INFINITY,
): string {
  const everything = JSON.stringify({ version: wireVersion, request, source });
  if (lacking === undefined || lacking.symbols.length > symbolsMax) return everything;
  const text = JSON.stringify({ version: wireVersion, request, source, ...lacking });
  // All of it is ASCII.
  return text.length <= payloadBytesMax ? text : everything;
}

/** Reads a request; undefined where it is none that could be answered. */
export function readSnapshotRequest(bytes: Uint8Array): SnapshotRequest | undefined {
  const raw = readRecord(bytes);
  if (raw?.version !== wireVersion) return undefined;
  const { request, source, afterFrame, symbols } = raw;
  if (typeof request !== "string" || !requestForm.test(request)) return undefined;
  if (source !== undefined && typeof source !== "string") return undefined;
  if (symbols === undefined && afterFrame === undefined) return { request, source, lacking: undefined };
  const named = symbols ?? [];
  if (!Array.isArray(named) || named.length > symbolsMax || !named.every(isSymbol)) return undefined;
  if (afterFrame !== undefined && !isCount(afterFrame)) return undefined;
  return { request, source, lacking: { afterFrame, symbols: named } };
}

type RawRequest = Raw<"version" | "request" | "source" | "afterFrame" | "symbols">;

function readRecord(bytes: Uint8Array): RawRequest | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
