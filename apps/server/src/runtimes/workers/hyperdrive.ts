import { connectForRequests, type RequestConnections } from "@trading-oms/store/postgresql";
import type { Environment, ReadStore } from "./settings.ts";

/** No statement of a Worker takes so long; one that does waits for a PostgreSQL that has gone silent. */
const answerMsMax = 30_000;

/** What is wrong where no way to a PostgreSQL is bound. */
const noHyperdrive =
  "HYPERDRIVE is no way to a PostgreSQL: bind one under that name (hyperdrive in the configuration).";

/** Connects to the PostgreSQL that a Hyperdrive leads to; undefined where none is bound, which is a fault. */
export function connectHyperdrive(
  { HYPERDRIVE: hyperdrive }: Environment,
  faults?: string[],
): RequestConnections | undefined {
  const { connectionString: url } = (hyperdrive ?? {}) as { readonly connectionString?: unknown };
  if (typeof url === "string") return connectForRequests({ url, answerMsMax });
  faults?.push(noHyperdrive);
  return undefined;
}

/** Reads which PostgreSQL is bound; a store on it has a connection of its own, which ends with the store. */
export const readPostgresql: ReadStore = (environment, faults) => {
  const connections = connectHyperdrive(environment, faults);
  if (connections === undefined) return undefined;
  return async () => {
    await connections.migrate();
    return connections.open();
  };
};
