import type { Store } from "@trading-oms/brokerage/ports";
import { connectForRequests } from "../postgresql/connect-for-requests.ts";
import type { StoreHarness } from "./store-harness.ts";

/** An empty database, and the way there. */
export type RequestPlace = { readonly url: string; readonly remove: () => Promise<void> };

/** Opens stores as requests do, each on connections of its own to the place that was made last. */
export function makeRequestHarness(makePlace: () => Promise<RequestPlace>): StoreHarness {
  const opened: Store[] = [];
  const places: RequestPlace[] = [];
  const openLast = async (): Promise<Store> => {
    const url = places.at(-1)?.url ?? "";
    const { migrate, open } = connectForRequests({ url, answerMsMax: 30_000 });
    await migrate();
    const store = open();
    opened.push(store);
    return store;
  };
  const isLeftOut = (): never => {
    throw new Error("That is asked of a store on a pool.");
  };
  return {
    open: async () => {
      places.push(await makePlace());
      return openLast();
    },
    openBeside: openLast,
    openFaulty: isLeftOut,
    openUnsteady: isLeftOut,
    stepsOf: isLeftOut,
    makePlace: isLeftOut,
    migrateFaulty: isLeftOut,
    clean: async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
      for (const { remove } of places.splice(0)) await remove();
    },
  };
}
