import { hash, randomUUID } from "node:crypto";
import {
  type CatalogLine,
  importCatalog,
  MarginWatch,
  type MarkBook,
  openBooks,
  setRates,
  shardOf,
  takeTurns,
  type WatchServices,
} from "@trading-oms/brokerage";
import type {
  AccountState,
  CatalogEntry,
  Change,
  FeedMessage,
  PositionRecord,
  RatesRecord,
  Rota,
  Store,
} from "@trading-oms/brokerage/ports";
import { productGroupOf } from "@trading-oms/market";

const startedMs: number = Date.parse("2026-11-16T10:00:00+07:00");

/** A clock on a Monday morning with every exchange open, whatever the real time is. */
export function sessionNow(): number {
  return startedMs + Math.floor(performance.now());
}

/** The services of the use cases on a store. */
export function servicesOf(store: Store) {
  return {
    store,
    now: sessionNow,
    makeId: randomUUID,
    hash: async (text: string) => hash("sha256", text, "hex"),
  };
}

/** Initial margin 50 %, call at 40 %, forced close at 30 %. */
export const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

/** A trade message of a feed. The benchmarks ignore its sequence number. */
export function tradeOf(symbol: string, price: bigint, atMs: number): FeedMessage {
  return { kind: "trade", symbol, seq: 1, atMs, price, quantity: 100, side: "none" };
}

/** A catalog of HOSE stocks at 100,000. */
export async function* linesOf(...symbols: readonly string[]): AsyncGenerator<CatalogLine> {
  for (const [index, symbol] of symbols.entries()) {
    const record = {
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: `Công ty Cổ phần ${symbol}`,
      referencePrice: 100_000_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 500_000n,
    };
    yield { line: index + 2, record };
  }
}

/** A watch, configured as in a server. */
export type BenchWatch = { readonly watch: MarginWatch; readonly marks: MarkBook };

/** Imports symbols with their rates, and opens what a server holds in memory. */
export async function openServices(store: Store, symbols: readonly string[]): Promise<WatchServices> {
  const planned = servicesOf(store);
  const outcome = await importCatalog(planned, linesOf(...symbols));
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
  await setRates(planned, { level: "group", name: productGroupOf("HOSE"), rates });
  const { book, marks } = await openBooks(planned);
  const inTurn = takeTurns(() => performance.now());
  return { ...planned, book, marks, holidays: book.holidays, inTurn };
}

/** Imports symbols and starts a watch on a store. Resolves when all positions are watched. */
export async function openWatch(store: Store, symbols: readonly string[]): Promise<BenchWatch> {
  const services = await openServices(store, symbols);
  const watch = new MarginWatch(services, {
    holder: "bench",
    yieldToEventLoop,
    onFailure: (thrown) => {
      throw thrown;
    },
  });
  await watch.renew();
  for (let renewedMs = performance.now(); watch.counts().loadingCount > 0; await yieldToEventLoop()) {
    if (performance.now() - renewedMs < 1_000) continue;
    renewedMs = performance.now();
    await watch.renew();
  }
  return { watch, marks: services.marks };
}

export function yieldToEventLoop(): Promise<void> {
  return new Promise((settle) => setImmediate(settle));
}

/** Positions by index, one per account. They are computed on demand and take no memory. */
export type HeldPlan = {
  readonly count: number;
  readonly positionAt: (place: number) => PositionRecord;
  /** Whether its call is open. None is, if omitted. */
  readonly isCalledAt?: (place: number) => boolean;
};

/** A long or short position of 1,000 shares, entered at 100,000. */
export function positionOf(symbol: string, quantity: bigint, postedVnd: bigint): PositionRecord {
  const times = { openedAtMs: 1, changedAtMs: 1 };
  return { symbol, quantity, entryVnd: 100_000_000n, postedVnd, coveredVnd: 0n, isClosing: false, ...times };
}

/** A store of planned positions that implements only what a watch calls. Only changes take memory. */
export function holdInMemory({ count, ...plan }: HeldPlan): Store {
  const changed = new Map<string, AccountState>();
  const placesOf = Array.from({ length: 64 }, (): number[] => []);
  for (let place = 0; place < count; place += 1) placesOf[shardOf(userAt(place))]?.push(place);
  const references = holdReferences();
  const stateOf = (userId: string): AccountState => changed.get(userId) ?? plannedState(userId, plan);
  const accounts: Pick<
    Store,
    "readAccount" | "readAccounts" | "readMarks" | "readQuotes" | "commit" | "listChanges"
  > = {
    readAccount: async ({ userId }) => ({ ...stateOf(userId), prices: { marks: [], quotes: [] } }),
    readAccounts: async (keys) => keys.map(({ userId }) => stateOf(userId)),
    readMarks: async () => [],
    readQuotes: async () => [],
    commit: async (change) => {
      references.changeRates(change);
      changed.set(change.key.userId, after(stateOf(change.key.userId), change));
      return "committed";
    },
    listChanges: async ({ shards, after: last, limit }) => {
      const places = placesOf[shards[0] ?? 0] ?? [];
      const from = last === undefined ? 0 : places.findIndex((place) => place > placeOf(last.userId));
      const page = from < 0 ? [] : places.slice(from, from + limit);
      return page.map((place) => ({ ...keyAt(place), version: 1, changedAtMs: 1 }));
    },
  };
  return { ...accounts, ...references.store, ...holdRota() } as Store;
}

function userAt(place: number): string {
  return `user-${String(place).padStart(7, "0")}`;
}

function placeOf(userId: string): number {
  return Number(userId.slice("user-".length));
}

function keyAt(place: number) {
  return { userId: userAt(place), accountId: `account-${place}` };
}

function plannedState(
  userId: string,
  { positionAt, isCalledAt = () => false }: Omit<HeldPlan, "count">,
): AccountState {
  // The reserved chains belong to no planned user, and hold no positions.
  const place = userId.startsWith("user-") ? placeOf(userId) : 0;
  const position = positionAt(place);
  const times = { openedAtMs: 1, changedAtMs: 1 };
  const audit = { auditCount: 0, auditHash: "" };
  const account = { ...keyAt(place), version: 1, equityVnd: 80_000_000n, ...times, ...audit };
  const versions = { catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 0, exDates: 0 };
  const { symbol } = position;
  const call = {
    symbol,
    number: 1n,
    isOpen: true,
    isForceCloseNotified: false,
    reminder: 0n,
    openedAtMs: startedMs,
  };
  const episodes = isCalledAt(place) ? [call] : [];
  return { account, positions: [position], episodes, notificationCount: 0, versions };
}

function after(state: AccountState, { episodes, notifications }: Change): AccountState {
  return {
    ...state,
    account: { ...state.account, version: state.account.version + 1 },
    episodes,
    notificationCount: state.notificationCount + notifications.length,
  };
}

function holdReferences() {
  let entries: CatalogEntry[] = [];
  const held: RatesRecord[] = [];
  const store: Pick<
    Store,
    | "draftCatalog"
    | "listInstruments"
    | "listRates"
    | "readRates"
    | "listHolidays"
    | "listExDates"
    | "readVersions"
    | "listMarksSince"
    | "readHeldSymbols"
  > = {
    draftCatalog: async () => {
      const drafted: CatalogEntry[] = [];
      return {
        add: async (each) => {
          drafted.push(...each);
        },
        publish: async () => {
          entries = drafted.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1));
          return "committed";
        },
        abandon: async () => {},
      };
    },
    listInstruments: async ({ after: last, limit }) => {
      const behind = last === undefined ? entries : entries.filter(({ symbol }) => symbol > last);
      return behind.slice(0, limit);
    },
    listRates: async ({ after: last }) => (last === undefined ? held : []),
    readRates: async (names) =>
      held.filter(({ level, name }) => names.some((each) => each.level === level && each.name === name)),
    listHolidays: async () => [],
    listExDates: async () => [],
    readVersions: async () => ({ catalog: 1, rates: 1, marks: 0, holidays: 0, quotes: 0, exDates: 0 }),
    listMarksSince: async () => [],
    readHeldSymbols: async () => [],
  };
  const changeRates = ({ rates: { set } = { set: [], removed: [] } }: Change): void => void held.push(...set);
  return { store, changeRates };
}

function holdRota(): Pick<Store, "readRota" | "claimShards"> {
  let rota: Rota = { watchers: [], leases: [] };
  return {
    readRota: async () => rota,
    claimShards: async ({ holder, untilMs, shards }) => {
      const leases = shards.map((shard) => ({ shard, holder, untilMs, fencing: 1 }));
      rota = { watchers: [{ holder, untilMs }], leases };
      return rota;
    },
  };
}
