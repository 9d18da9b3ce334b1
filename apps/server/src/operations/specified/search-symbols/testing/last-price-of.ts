/** The last price that an entry of an answer shows. */
export function lastPriceOf(entry: { readonly info?: Readonly<Record<string, unknown>> | null }): unknown {
  return entry.info?.["lsPrc"];
}
