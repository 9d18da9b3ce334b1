import { randomFillSync } from "node:crypto";

const poolBytes = 8_192;

/** Makes ids from random bytes that are drawn many at a time, because drawing them costs more than an id. */
export function makeIds(): { readonly makeTraceId: () => string; readonly makeSpanId: () => string } {
  const bytes = Buffer.allocUnsafe(poolBytes);
  let used = poolBytes;
  const take = (count: number): string => {
    if (used + count > poolBytes) {
      randomFillSync(bytes);
      used = 0;
    }
    used += count;
    return bytes.toString("hex", used - count, used);
  };
  return { makeTraceId: () => take(16), makeSpanId: () => take(8) };
}
