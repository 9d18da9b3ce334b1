/** What stands in a column: a text, several texts between `|`, a price, or a whole number. */
export type ColumnKind = "text" | "texts" | "price" | "whole";

/** The columns of a catalog, which have the names of an instrument's fields. */
export const instrumentColumns: Readonly<
  Record<string, { readonly kind: ColumnKind; readonly isNeeded: boolean }>
> = {
  symbol: { kind: "text", isNeeded: true },
  exchange: { kind: "text", isNeeded: true },
  type: { kind: "text", isNeeded: true },
  name: { kind: "text", isNeeded: true },
  companyName: { kind: "text", isNeeded: true },
  aliases: { kind: "texts", isNeeded: false },
  sectorLevel1: { kind: "text", isNeeded: false },
  sectorLevel2: { kind: "text", isNeeded: false },
  sectorLevel3: { kind: "text", isNeeded: false },
  industryName: { kind: "text", isNeeded: false },
  logoId: { kind: "text", isNeeded: false },
  tickerCode: { kind: "text", isNeeded: false },
  referencePrice: { kind: "price", isNeeded: true },
  lot: { kind: "whole", isNeeded: true },
  minQuantity: { kind: "whole", isNeeded: true },
  maxQuantity: { kind: "whole", isNeeded: true },
  underlyingSymbolCode: { kind: "text", isNeeded: false },
  expirationDate: { kind: "text", isNeeded: false },
  contractSize: { kind: "whole", isNeeded: false },
};
