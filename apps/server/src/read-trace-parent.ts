/** A later version may have more after the flags; two headers in one have a comma, and neither holds. */
const traceParent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-[^,]*)?$/;
const nothing = /^0+$/;

/** Reads a `traceparent` as the W3C has it; anything malformed is as good as none. */
export function readTraceParent(
  header: string | null,
): { readonly traceId: string; readonly parentSpanId: string; readonly isSampled: boolean } | undefined {
  if (header === null) return undefined;
  const [, version = "ff", traceId = "", parentSpanId = "", flags = ""] = traceParent.exec(header) ?? [];
  if (version === "ff" || (version === "00" && header.length !== 55)) return undefined;
  if (nothing.test(traceId) || nothing.test(parentSpanId)) return undefined;
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
