import { connectHyperdrive } from "./connect-hyperdrive.ts";
import type { ReadStore } from "./read-store.ts";

/** Reads which PostgreSQL is bound; a store on it has a connection of its own, which ends with the store. */
export const readPostgresql: ReadStore = (environment, faults) => {
  const connections = connectHyperdrive(environment, faults);
  if (connections === undefined) return undefined;
  return async () => {
    await connections.migrate();
    return connections.open();
  };
};
