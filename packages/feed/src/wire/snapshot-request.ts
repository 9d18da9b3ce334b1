import { isCount, isObject, isSymbol, type Raw } from "./checks.ts";
import { wireVersion } from "./frame.ts";

/** A request for snapshots of all symbols, or of those that a follower misses. */
export type SnapshotRequest = {
  /** An id that each part of the answer repeats. */
  readonly request: string;
  /** The publisher that has to answer. Undefined requests an answer of any publisher. */
  readonly source: string | undefined;
  /** Undefined requests all symbols. */
  readonly missing:
    | undefined
    | {
        /** Requests the symbols of all later frames. Undefined if no frame was missed. */
        readonly afterFrame: number | undefined;
        readonly symbols: readonly string[];
      };
};

const requestForm = /^[A-Za-z0-9_.-]{1,64}$/;
const symbolsMax = 50_000;

/** Renders a request. One that names too many symbols or is too long becomes a request for everything. */
export function renderSnapshotRequest(
  { request, source, missing }: SnapshotRequest,
  payloadBytesMax: number = Number.POSITIVE_INFINITY,
): string {
  const everything = JSON.stringify({ version: wireVersion, request, source });
  if (missing === undefined || missing.symbols.length > symbolsMax) return everything;
  const text = JSON.stringify({ version: wireVersion, request, source, ...missing });
  // The text is ASCII, so its length is its size in bytes.
  return text.length <= payloadBytesMax ? text : everything;
}

/** Parses a request. Undefined if it is invalid. */
export function readSnapshotRequest(bytes: Uint8Array): SnapshotRequest | undefined {
  const raw = readRecord(bytes);
  if (raw?.version !== wireVersion) return undefined;
  const { request, source, afterFrame, symbols } = raw;
  if (typeof request !== "string" || !requestForm.test(request)) return undefined;
  if (source !== undefined && typeof source !== "string") return undefined;
  if (symbols === undefined && afterFrame === undefined) return { request, source, missing: undefined };
  const named = symbols ?? [];
  if (!Array.isArray(named) || named.length > symbolsMax || !named.every(isSymbol)) return undefined;
  if (afterFrame !== undefined && !isCount(afterFrame)) return undefined;
  return { request, source, missing: { afterFrame, symbols: named } };
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
