import type { DurableStore } from "@trading-oms/brokerage/ports";
import { connectForRequests } from "../postgresql/connect-for-requests.ts";
import type { StoreHarness } from "./store-harness.ts";

/** An empty database. */
export type RequestDatabase = { readonly url: string; readonly remove: () => Promise<void> };

/** Opens stores as requests do, each with its own connection to the latest database. */
export function makeRequestHarness(createDatabase: () => Promise<RequestDatabase>): StoreHarness {
  const opened: DurableStore[] = [];
  const databases: RequestDatabase[] = [];
  const openLast = async (): Promise<DurableStore> => {
    const url = databases.at(-1)?.url ?? "";
    const { createSchema, open } = connectForRequests({ url, answerMsMax: 30_000 });
    await createSchema();
    const store = open();
    opened.push(store);
    return store;
  };
  const notSupported = (): never => {
    throw new Error("Only the harness of a pooled store supports this.");
  };
  return {
    open: async () => {
      databases.push(await createDatabase());
      return openLast();
    },
    openBeside: openLast,
    openFaulty: notSupported,
    openInterruptible: notSupported,
    createDatabase: notSupported,
    createSchemaFaulty: notSupported,
    clean: async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
      for (const { remove } of databases.splice(0)) await remove();
    },
  };
}
