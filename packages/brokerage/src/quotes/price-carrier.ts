import type { PartSince, Store } from "../ports/index.ts";

export type CarriedPrices = { readonly marks: number; readonly quotes: number };

export type CarrierStores = {
  readonly from: Pick<Store, "readVersions" | "listMarksSince" | "listQuotesSince">;
  readonly to: Pick<Store, "setMarks" | "saveQuotes">;
  readonly now: () => number;
};

const rowsInPart = 500;

/**
 * Copies last prices and quotes to a store without a feed: first all of them, then changes. The target keeps its own
 * row where that is later, so repeated or failed copies do no harm.
 */
export class PriceCarrier {
  readonly #stores: CarrierStores;
  #marksVersion = 0;
  #quotesVersion = 0;
  readonly #heardCopiedAtMs: { feed?: number; simulation?: number } = {};

  constructor(stores: CarrierStores) {
    this.#stores = stores;
  }

  /** Copies what changed since the last call. Failed parts are tried again on the next call. */
  async carry(): Promise<CarriedPrices> {
    const { from, to, now } = this.#stores;
    // Reads the counters before the rows, so that concurrent writes are copied again.
    const versions = await from.readVersions();
    // First, because a target that does not hear of the source for long takes its prices for stale.
    await this.#copyHeard("feed", versions.feedHeardAtMs);
    await this.#copyHeard("simulation", versions.simulationHeardAtMs);
    const marks = await carryParts(
      { since: this.#marksVersion, version: versions.marks },
      (part) => from.listMarksSince(part),
      (rows) => to.setMarks(rows, { nowMs: now() }),
    );
    this.#marksVersion = versions.marks;
    const quotes = await carryParts(
      { since: this.#quotesVersion, version: versions.quotes },
      (part) => from.listQuotesSince(part),
      (rows) => to.saveQuotes(rows, { nowMs: now() }),
    );
    this.#quotesVersion = versions.quotes;
    return { marks, quotes };
  }

  async #copyHeard(source: "feed" | "simulation", atMs: number | undefined): Promise<void> {
    if (atMs === undefined || atMs === this.#heardCopiedAtMs[source]) return;
    const { to, now } = this.#stores;
    await to.saveQuotes([], { nowMs: now(), heard: { isPlayed: source === "simulation", atMs } });
    this.#heardCopiedAtMs[source] = atMs;
  }
}

async function carryParts<Row extends { readonly symbol: string }>(
  { since, version }: { readonly since: number; readonly version: number },
  list: (part: PartSince<string>) => Promise<Row[]>,
  save: (rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  if (version === since) return 0;
  // A restored store continues from its backup's counter, which may be lower.
  const from = version < since ? 0 : since;
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await list({ version: from, after, limit: rowsInPart });
    if (rows.length > 0) await save(rows);
    count += rows.length;
    if (rows.length < rowsInPart) return count;
    after = rows.at(-1)?.symbol;
  }
}
