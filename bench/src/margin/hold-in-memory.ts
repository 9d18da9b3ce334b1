import { shardOf } from "@trading-oms/brokerage";
import type {
  AccountChange,
  AccountKey,
  AccountState,
  CatalogEntry,
  Change,
  RatesRecord,
  Rota,
  Store,
} from "@trading-oms/brokerage/ports";
import { type HeldPlan, placeOf, userAt } from "./held-plan.ts";

/** A store of planned positions that answers at once, as far as a watch asks it; only what has changed is kept. */
export function holdInMemory(plan: HeldPlan): Store {
  const changed = new Map<string, AccountState>();
  const placesOf = listByShard(plan.count);
  const stateOf = (userId: string): AccountState => changed.get(userId) ?? plannedState(plan, userId);
  const accounts: Pick<Store, "readAccount" | "readAccounts" | "readMarks" | "commit" | "listChanges"> = {
    readAccount: async ({ userId }) => stateOf(userId),
    readAccounts: async (keys) => keys.map(({ userId }) => stateOf(userId)),
    readMarks: async () => [],
    commit: async (change) => {
      changed.set(change.key.userId, after(stateOf(change.key.userId), change));
      return "committed";
    },
    listChanges: async ({ shards, after: last, limit }) => {
      const places = placesOf[shards[0] ?? 0] ?? [];
      const from = last === undefined ? 0 : indexBehind(places, placeOf(last.userId));
      return places.slice(from, from + limit).map(plannedChange);
    },
  };
  return { ...accounts, ...holdReferences(), ...holdRota() } as Store;
}

function keyAt(place: number): AccountKey {
  return { userId: userAt(place), accountId: `account-${place}` };
}

function plannedChange(place: number): AccountChange {
  return { ...keyAt(place), version: 1, changedAtMs: 1 };
}

function plannedState({ positionAt }: HeldPlan, userId: string): AccountState {
  const place = placeOf(userId);
  const times = { openedAtMs: 1, changedAtMs: 1 };
  const account = {
    ...keyAt(place),
    version: 1,
    equityVnd: 80_000_000n,
    ...times,
    auditCount: 0,
    auditHash: "",
  };
  return { account, positions: [positionAt(place)], episodes: [], notificationCount: 0 };
}

function after(state: AccountState, { episodes, notifications }: Change): AccountState {
  return {
    ...state,
    account: { ...state.account, version: state.account.version + 1 },
    episodes,
    notificationCount: state.notificationCount + notifications.length,
  };
}

function listByShard(count: number): number[][] {
  const places = Array.from({ length: 64 }, (): number[] => []);
  for (let place = 0; place < count; place += 1) places[shardOf(userAt(place))]?.push(place);
  return places;
}

/** Where a place stands in a list in order, or would, and one further. */
function indexBehind(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function holdReferences() {
  let entries: CatalogEntry[] = [];
  const rates: RatesRecord[] = [];
  const references: Pick<
    Store,
    | "draftCatalog"
    | "listInstruments"
    | "setRates"
    | "listRates"
    | "listHolidays"
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
        },
        abandon: async () => {},
      };
    },
    listInstruments: async ({ after: last, limit }) => {
      const behind = last === undefined ? entries : entries.filter(({ symbol }) => symbol > last);
      return behind.slice(0, limit);
    },
    setRates: async (record) => {
      rates.push(record);
    },
    listRates: async ({ after: last }) => (last === undefined ? rates : []),
    listHolidays: async () => [],
    readVersions: async () => ({ catalog: 1, rates: 1, marks: 0, holidays: 0, quotes: 0 }),
    listMarksSince: async () => [],
    readHeldSymbols: async () => [],
  };
  return references;
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
