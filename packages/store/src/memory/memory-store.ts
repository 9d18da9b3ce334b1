/** The store in memory, for tests and for a broker in a page. It keeps the port's promises as long as its process lives. */
import type { Store } from "@trading-oms/brokerage/ports";
import { schemaVersion } from "../sql/schema-version.ts";
import { accountsOf } from "./accounts.ts";
import { emptyContent, type MemoryContent } from "./content.ts";
import { notificationsOf } from "./notifications.ts";
import { quotesOf } from "./quotes.ts";
import { referenceOf } from "./reference.ts";
import { createRota } from "./rota.ts";

/** Opens a store on content in memory. Stores on the same content see the same, but share no leases. `now` is the clock of its process. */
export function openMemoryStore(
  content: MemoryContent = emptyContent(),
  now: () => number = () => Date.now(),
): Store {
  const accounts = accountsOf(content);
  const notifications = notificationsOf(content);
  return {
    ...accounts,
    ...notifications,
    ...referenceOf(content, accounts.commit, now),
    ...quotesOf(content),
    ...createRota(),
    readChanges: async ({ users, accounts: keys, ...part }) => {
      const { versions } = content;
      const places = await notifications.readNotificationPlaces(users);
      const states = await accounts.readAccounts(keys);
      return {
        versions,
        changed: await accounts.listChanges(part),
        newestIds: new Map([...places].map(([userId, { newestId }]) => [userId, newestId])),
        accountVersions: new Map(states.map(({ account }) => [account.accountId, account.version])),
      };
    },
    describe: async () => ({ engine: "memory", schemaVersion }),
    close: async () => {},
  };
}
