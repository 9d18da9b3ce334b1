/** The store in memory, for tests and for a broker in a page. It keeps the port's promises as long as its process lives. */
import type { Store } from "@trading-oms/brokerage/ports";
import { schemaVersion } from "../sql/schema-version.ts";
import { accountsOf } from "./accounts.ts";
import { emptyContent, type MemoryContent } from "./content.ts";
import { notificationsOf } from "./notifications.ts";
import { quotesOf } from "./quotes.ts";
import { referenceOf } from "./reference.ts";
import { createRota } from "./rota.ts";

/** Opens a store on content in memory. Stores on the same content see the same, but share no leases. */
export function openMemoryStore(content: MemoryContent = emptyContent()): Store {
  const accounts = accountsOf(content);
  return {
    ...accounts,
    ...notificationsOf(content),
    ...referenceOf(content, accounts.commit),
    ...quotesOf(content),
    ...createRota(),
    describe: async () => ({ engine: "memory", schemaVersion }),
    close: async () => {},
  };
}
