export const notificationsAddress = "/api/v1/notifications";

export const coverAddress = "/api/v1/users/covered-margin-call";

export const cardAddress = "/api/v2/chat/api/id-card";

/** The card path with its prefix doubled, which is answered alike but not in the document. */
export const doubledCardAddress = "/api/v2/chat/api/v2/chat/api/id-card";

/** The path of a search. The term is not encoded. */
export function rawSearchAddress(term: string): string {
  return `/api/v1/MarketData/GetSymbolSearch/${term}`;
}

/** The path of a search for an encoded term. */
export function searchAddress(term: string): string {
  return rawSearchAddress(encodeURIComponent(term));
}

/** The path of the figures of a symbol, which is not encoded. */
export function ratioAddress(symbol: string): string {
  return `/api/v1/diagnostics/margin-ratios/${symbol}`;
}
