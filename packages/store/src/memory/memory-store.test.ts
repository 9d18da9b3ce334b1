import type { Store } from "@trading-oms/brokerage/ports";
import { describeStore } from "../store.suite.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { openMemoryStore } from "./memory-store.ts";

describeStore("memory", makeMemoryHarness());

/** The harness for memory, where a database is the store itself. */
function makeMemoryHarness(): StoreHarness<Store> {
  let last: Store = openMemoryStore();
  const notSupported = (): never => {
    throw new Error("A store in memory has no statements, files or connections that could fail.");
  };
  return {
    open: async () => {
      last = openMemoryStore();
      return last;
    },
    openBeside: async () => last,
    openFaulty: async () => ({ store: last, hasFired: async () => false, close: () => last.close() }),
    openInterruptible: notSupported,
    createDatabase: notSupported,
    createSchemaFaulty: notSupported,
    clean: async () => {},
  };
}
