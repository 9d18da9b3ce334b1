import type { PartSince, Store } from "../ports/index.ts";

/** What was carried at a time. */
export type CarriedPrices = { readonly marks: number; readonly quotes: number };

/** The store that prices are carried from, and the one that they are carried to. */
export type CarrierStores = {
  readonly from: Pick<Store, "readVersions" | "listMarksSince" | "listQuotesSince">;
  readonly to: Pick<Store, "setMarks" | "saveQuotes">;
};

type Listed = { readonly symbol: string };
type List<Row extends Listed> = (part: PartSince<string>) => Promise<Row[]>;
type Keep<Row extends Listed> = (rows: readonly Row[]) => Promise<void>;

const rowsInPart = 500;

/**
 * Carries last prices and quotes from one store to another that no feed reaches: at first all of them, then what came since.
 * The other store keeps what it has where that is later, so that what was carried in vain or twice does no harm.
 */
export class PriceCarrier {
  readonly #stores: CarrierStores;
  #marksVersion = 0;
  #quotesVersion = 0;

  constructor(stores: CarrierStores) {
    this.#stores = stores;
  }

  /** Carries what came since it did so last; what it could not is carried the next time. */
  async carry(): Promise<CarriedPrices> {
    const { from, to } = this.#stores;
    // The counters are asked before the rows, so that what is written meanwhile is carried again.
    const versions = await from.readVersions();
    const marks = await carryParts(
      { since: this.#marksVersion, version: versions.marks },
      (part) => from.listMarksSince(part),
      (rows) => to.setMarks(rows),
    );
    this.#marksVersion = versions.marks;
    const quotes = await carryParts(
      { since: this.#quotesVersion, version: versions.quotes },
      (part) => from.listQuotesSince(part),
      (rows) => to.saveQuotes(rows),
    );
    this.#quotesVersion = versions.quotes;
    return { marks, quotes };
  }
}

async function carryParts<Row extends Listed>(
  { since, version }: { readonly since: number; readonly version: number },
  list: List<Row>,
  keep: Keep<Row>,
): Promise<number> {
  if (version === since) return 0;
  // A store that was restored counts on from what its backup says, which may be less.
  const from = version < since ? 0 : since;
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await list({ version: from, after, limit: rowsInPart });
    if (rows.length > 0) await keep(rows);
    count += rows.length;
    if (rows.length < rowsInPart) return count;
    after = rows.at(-1)?.symbol;
  }
}
