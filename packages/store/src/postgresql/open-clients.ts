import type pg from "pg";
import { explainConnecting, isUndone } from "./explain-postgresql.ts";
import { lendConnections } from "./lend-connections.ts";
import type { LockMsMax } from "./texts-query.ts";

/** Connections of a pool, each for a piece of work and with its way of waiting for what others hold. */
export type Clients = {
  /**
   * Does a piece of work on one that waits as long for a lock, where there is one, and else says that it has to be told;
   * without a bound it waits as the server has it. For `any` it is whichever was given back last, which still has all at hand.
   */
  readonly onClient: <Result>(
    lockMsMax: LockMsMax,
    work: (client: pg.PoolClient, isBoundAlready: boolean) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/** Opens the connections of a pool that holds as many; the server is asked for nothing yet. */
export function openClients(pool: pg.Pool, countMax: number): Clients {
  // The pool listens only while a connection is idle, and a failure that nobody hears ends the process. One listener for
  // its life costs a statement nothing.
  const broken = new WeakSet<pg.ClientBase>();
  pool.on("connect", (client) => {
    client.on("error", () => broken.add(client));
  });
  const lent = lendConnections<pg.PoolClient>(pool, { isBroken: (client) => broken.has(client), countMax });
  /** How long each waits for a lock: as the server has it where nothing is said, and unknown is null. */
  const waitsOf = new WeakMap<pg.ClientBase, number | null>();
  return {
    onClient: async (lockMsMax, work) => {
      const isAny = lockMsMax === "any";
      const isBound = (client: pg.ClientBase): boolean => isAny || waitsOf.get(client) === lockMsMax;
      const client = await lent.take(isBound).catch(explainConnecting);
      try {
        const result = await work(client, isBound(client));
        if (lockMsMax === undefined) waitsOf.delete(client);
        else if (!isAny) waitsOf.set(client, lockMsMax);
        return result;
      } catch (failure) {
        // What was said of waiting is undone with the rest.
        waitsOf.set(client, null);
        // A statement that the server refused leaves the connection as good as it was, outside of a transaction.
        if (!isUndone(failure)) broken.add(client);
        throw failure;
      } finally {
        lent.giveBack(client);
      }
    },
    close: lent.close,
  };
}
