import { AsyncLocalStorage } from "node:async_hooks";
import type { Services } from "@trading-oms/brokerage";
import type { Worker } from "./base-services.ts";
import { connectHyperdrive } from "./hyperdrive.ts";
import { createWorker, type WorkerWorld } from "./worker.ts";

/** Creates the main Worker on PostgreSQL through Hyperdrive, with one connection per request. */
export function createPostgresqlWorker(world: WorkerWorld): Worker {
  const { store, during } = followRequests(world.waitUntil);
  const worker = createWorker(world, (environment, faults) => {
    const connections = connectHyperdrive(environment, faults);
    if (connections === undefined) return undefined;
    return async () => {
      await connections.createSchema();
      return store;
    };
  });
  return {
    fetch: (request, environment) => {
      const connections = connectHyperdrive(environment);
      const answer = (): Promise<Response> => worker.fetch(request, environment);
      return connections === undefined ? answer() : during(connections.open, answer);
    },
  };
}

type Store = Services["store"];

type Held = { readonly open: () => Store; store?: Store };

/** Tracks requests, so that shared services use the connection of the current one: none outlives its request. */
export function followRequests(inBackground: (work: Promise<void>) => void) {
  const requests = new AsyncLocalStorage<Held>();
  const storeAtHand = (): Store => {
    const held = requests.getStore();
    if (held === undefined) throw new Error("The store is asked for outside of a request.");
    held.store ??= held.open();
    return held.store;
  };
  const ask = (_store: object, name: string | symbol): unknown => {
    // `await` checks for `then`.
    if (typeof name === "symbol" || name === "then") return undefined;
    return (...values: unknown[]) => {
      const store = storeAtHand();
      return Reflect.apply(Reflect.get(store, name) as (...values: unknown[]) => unknown, store, values);
    };
  };
  return {
    /** Delegates each call to the store of the current request. */
    store: new Proxy({}, { get: ask }) as Store,
    /** Runs a request; its store is opened on first use and closed afterwards. */
    during: async <Result>(open: () => Store, work: () => Promise<Result>): Promise<Result> => {
      const held: Held = { open };
      try {
        return await requests.run(held, work);
      } finally {
        if (held.store !== undefined) inBackground(held.store.close());
      }
    },
  };
}
