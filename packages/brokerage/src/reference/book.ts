import type { Rates } from "@trading-oms/margin";
import {
  type Holidays,
  type Instrument,
  type ProductGroup,
  parseFutureCode,
  productGroupOf,
} from "@trading-oms/market";
import type {
  CatalogEntry,
  ExDateRecord,
  RatesName,
  RatesRecord,
  StoreErrorCode,
  StoreVersions,
} from "../ports/index.ts";
import type { ReferenceBook, Services } from "../services.ts";
import { readCatalog, readInstrument } from "./catalog.ts";
import { chooseRates, ratesNamesOf } from "./rates.ts";

/** Page size, small enough not to block other work. */
const rowsInPart = 1_000;

/** How often a catalog that was replaced during reading is read again. */
const attemptCountMax = 5;

type Content = {
  readonly versions: StoreVersions;
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** Products by code, with the symbol of one of their contracts. */
  readonly products: ReadonlyMap<string, ProductGroup>;
  readonly rates: ReadonlyMap<string, RatesRecord>;
  readonly holidays: Holidays;
  readonly exDates: ReadonlyMap<string, readonly ExDateRecord[]>;
};

export type ReferenceBookOptions = {
  /** Yields between two parts of a catalog, because a store may answer synchronously. */
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined;
  /** Whether a decision may wait for a refresh that another request began. Not on Workers. */
  readonly isFlightShared?: boolean | undefined;
};

/** Reads the catalog and the rates into memory; an instrument is parsed on first use. */
export async function openReferenceBook(
  { store }: Pick<Services, "store">,
  { yieldToEventLoop = async () => {}, isFlightShared = true }: ReferenceBookOptions = {},
): Promise<ReferenceBook> {
  let current = await readAll(store, yieldToEventLoop);
  let seen = current.versions;
  let instruments = new Map<string, Instrument>();
  let underWay: Promise<boolean> | undefined;
  /** Whether a decision has adopted changes that no call of `refresh` has returned yet. */
  let isUnreported = false;
  const ratesAt = ({ level, name }: RatesName): RatesRecord | undefined =>
    current.rates.get(`${level}/${name}`);
  return {
    findInstrument: (symbol) => {
      const known = instruments.get(symbol);
      if (known !== undefined) return known;
      const entry = current.entries.get(symbol);
      if (entry === undefined) return undefined;
      const instrument = readInstrument(entry);
      instruments.set(symbol, instrument);
      return instrument;
    },
    listEntries: () => current.entries,
    ratesOf: (instrument): Rates => chooseRates(ratesNamesOf(instrument), ratesAt),
    ratesSinceMs: (instrument) =>
      ratesNamesOf(instrument)
        .map(ratesAt)
        .find((record) => record !== undefined)?.changedAtMs,
    holidays: () => current.holidays,
    exDatesOf: (symbol) => current.exDates.get(symbol) ?? [],
    versions: () => seen,
    findProduct: (code) => {
      const group = current.products.get(code);
      if (group === undefined) return undefined;
      const names = [{ level: "product", name: code } as const, { level: "group", name: group } as const];
      return { rates: chooseRates(names, ratesAt), group };
    },
    refresh: async (onPart = () => {}, versions = undefined) => {
      const isNew = await refreshTogether(onPart, versions);
      const isReported = isNew || isUnreported;
      isUnreported = false;
      return isReported;
    },
    catchUpWith: async (versions) => {
      // A refresh that is under way may have begun before the account was read. Lower counters, as of a restored store,
      // are adopted too.
      const isBehind = (): boolean => isOlder(current.versions, versions);
      for (let attempt = 1; attempt === 1 ? !areSame(current.versions, versions) : isBehind(); attempt += 1) {
        if (attempt > attemptCountMax) throw busy("The catalog and the rates can't be caught up with.");
        const isNew = await (isFlightShared ? refreshTogether(() => {}) : refresh(() => {}));
        isUnreported ||= isNew;
      }
    },
  };

  function refreshTogether(onPart: () => void, known?: StoreVersions): Promise<boolean> {
    underWay ??= refresh(onPart, known).finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function refresh(onPart: () => void, known?: StoreVersions): Promise<boolean> {
    const before = current;
    const versions = known ?? (await store.readVersions());
    seen = versions;
    if (areSame(versions, current.versions)) return false;
    const read = await readAll(store, () => yieldBehind(onPart, yieldToEventLoop), current);
    // Another refresh may have read more meanwhile. Otherwise older versions are those of a restored store.
    if (current !== before && isOlder(read.versions, current.versions)) return false;
    if (read.entries !== current.entries) instruments = new Map();
    current = read;
    return true;
  }
}

function yieldBehind(onPart: () => void, yieldToEventLoop: () => Promise<void>): Promise<void> {
  onPart();
  return yieldToEventLoop();
}

/** Reads everything in force at one version. Reuses the previous catalog if it is still current. */
async function readAll(
  store: Services["store"],
  yieldToEventLoop: () => Promise<void>,
  before?: Content,
): Promise<Content> {
  for (let attempt = 1; ; attempt += 1) {
    const versions = await store.readVersions();
    const isCatalogCurrent = before !== undefined && before.versions.catalog === versions.catalog;
    const { entries, products } = isCatalogCurrent ? before : await readListed(store, yieldToEventLoop);
    const rates = await readAllRates(store);
    const holidays = new Set(await store.listHolidays());
    const exDates = Map.groupBy(await store.listExDates(), ({ symbol }) => symbol);
    if (areSame(versions, await store.readVersions()))
      return { versions, entries, products, rates, holidays, exDates };
    if (attempt === attemptCountMax) {
      throw busy("The catalog or the rates were replaced each time they were read.");
    }
  }
}

async function readListed(
  store: Services["store"],
  yieldToEventLoop: () => Promise<void>,
): Promise<Pick<Content, "entries" | "products">> {
  const entries = new Map<string, CatalogEntry>();
  const products = new Map<string, ProductGroup>();
  for await (const part of readCatalog({ store, yieldToEventLoop })) {
    for (const entry of part) {
      entries.set(entry.symbol, entry);
      const product = parseFutureCode(entry.symbol)?.product;
      if (product !== undefined) products.set(product.code, productGroupOf(product.exchange));
    }
  }
  return { entries, products };
}

/** Reads all rates, by level and name as in `symbol/FPT`. */
export async function readAllRates(store: Services["store"]): Promise<ReadonlyMap<string, RatesRecord>> {
  const rates = new Map<string, RatesRecord>();
  let after: RatesName | undefined;
  for (;;) {
    const part = await store.listRates({ after, limit: rowsInPart });
    for (const record of part) rates.set(`${record.level}/${record.name}`, record);
    if (part.length < rowsInPart) return rates;
    after = part.at(-1);
  }
}

/** A failure that a caller may try again, like that of a busy store. */
function busy(message: string): Error {
  return Object.assign(new Error(message), { code: "busy" satisfies StoreErrorCode });
}

/** The counters of what a book holds. */
const followed = ["catalog", "rates", "holidays", "exDates"] as const;

/** Whether anything of one is older than of the other. */
function isOlder(one: StoreVersions, other: StoreVersions): boolean {
  return followed.some((counter) => one[counter] < other[counter]);
}

function areSame(one: StoreVersions, other: StoreVersions): boolean {
  return followed.every((counter) => one[counter] === other[counter]);
}
