/** Where notifications are listed. */
export const notificationsAddress = "/api/v1/notifications";

/** Where a covered amount is set. */
export const coverAddress = "/api/v1/users/covered-margin-call";

/** Where cards are read. */
export const cardAddress = "/api/v2/chat/api/id-card";

/** Where cards are read as well, though the document leaves it out. */
export const doubledCardAddress = "/api/v2/chat/api/v2/chat/api/id-card";

/** Where a term is searched for; it is written into the address as it is. */
export function writtenSearchAddress(term: string): string {
  return `/api/v1/MarketData/GetSymbolSearch/${term}`;
}

/** Where a term is searched for, encoded. */
export function searchAddress(term: string): string {
  return writtenSearchAddress(encodeURIComponent(term));
}

/** Where the figures of a symbol are; it is written into the address as it is. */
export function ratioAddress(symbol: string): string {
  return `/api/v1/diagnostics/margin-ratios/${symbol}`;
}
