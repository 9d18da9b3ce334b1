/** Makes ids from random bytes; a Worker may draw none before its first request. */
export function makeIds(): { readonly makeTraceId: () => string; readonly makeSpanId: () => string } {
  const take = (count: number): string => {
    const bytes = crypto.getRandomValues(new Uint8Array(count));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return { makeTraceId: () => take(16), makeSpanId: () => take(8) };
}
