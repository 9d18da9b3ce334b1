/** The store in memory, with what tests look at and change behind its back. */

// By its path, because a dependency on the package that depends on this one would be a circle.
import { emptyContent, openMemoryStore } from "../../../store/src/memory/index.ts";
import type { CatalogEntry, MarkRecord, NotificationRecord, RatesRecord, Store } from "../ports/index.ts";

export type PlannedStore = ReturnType<typeof planStore>;

/** Opens an empty store. */
export function planStore() {
  const content = emptyContent();
  const store: Store = openMemoryStore(content);
  const planned = {
    ...store,
    /** How many more commits fail with a concurrent change. */
    racesLeft: 0,
    accounts: content.accounts,
    marks: content.marks,
    quotes: content.quotes,
    /** Of all users, in the order of their first accounts. */
    get notifications(): NotificationRecord[] {
      return [...content.traders.values()].flatMap(({ notifications }) => notifications);
    },
    /** The keys of stored outcomes, each after its user. */
    get outcomeKeys(): string[] {
      return [...content.traders].flatMap(([userId, { outcomes }]) =>
        [...outcomes.keys()].map((key) => `${userId}/${key}`),
      );
    },
    get movementCount(): number {
      return [...content.traders.values()].reduce((count, { movements }) => count + movements.size, 0);
    },
    get rates(): RatesRecord[] {
      return [...content.rates.values()];
    },
    set rates(rates: readonly RatesRecord[]) {
      content.rates.clear();
      for (const each of rates) content.rates.set(`${each.level} ${each.name}`, each);
    },
    get catalog(): readonly CatalogEntry[] {
      return [...content.catalog.values()];
    },
    set catalog(entries: readonly CatalogEntry[]) {
      content.catalog = new Map(entries.map((entry) => [entry.symbol, entry]));
    },
    get versions() {
      return content.versions;
    },
    set versions(versions) {
      content.versions = versions;
    },
    /** Sets a last price that no engine would accept. */
    putMark: (mark: MarkRecord): void => {
      content.marks.set(mark.symbol, { ...mark, version: content.versions.marks });
    },
    commit: async (change: Parameters<Store["commit"]>[0]) => {
      if (planned.racesLeft === 0) return store.commit(change);
      planned.racesLeft -= 1;
      return "version-moved" as const;
    },
  };
  return planned;
}
