import { createHash } from "node:crypto";
import type { Services } from "@trading-oms/brokerage";

/** What another process would do things with, on the same store. */
export function makeServices(store: Services["store"]): Services {
  return {
    store,
    now: () => Date.now(),
    makeId: () => crypto.randomUUID(),
    hash: async (text) => createHash("sha256").update(text).digest("hex"),
  };
}
