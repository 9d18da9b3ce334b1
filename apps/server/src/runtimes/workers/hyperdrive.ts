import { connectForRequests, type RequestConnections } from "@trading-oms/store/postgresql";
import type { Environment, ReadStore } from "./settings.ts";

/** No statement of a Worker takes this long; one that does waits for a PostgreSQL that no longer responds. */
const answerMsMax = 30_000;

const noHyperdrive =
  "HYPERDRIVE is no way to a PostgreSQL: bind one under that name (hyperdrive in the configuration).";

/** Connects to PostgreSQL through Hyperdrive; undefined and a fault if none is bound. */
export function connectHyperdrive(
  { HYPERDRIVE: hyperdrive }: Environment,
  faults?: string[],
): RequestConnections | undefined {
  const { connectionString: url } = (hyperdrive ?? {}) as { readonly connectionString?: unknown };
  if (typeof url === "string") return connectForRequests({ url, answerMsMax });
  faults?.push(noHyperdrive);
  return undefined;
}

/** Reads the Hyperdrive binding. The store has a connection of its own, which is closed with it. */
export const readPostgresql: ReadStore = (environment, faults) => {
  const connections = connectHyperdrive(environment, faults);
  if (connections === undefined) return undefined;
  return async () => {
    await connections.createSchema();
    return connections.open();
  };
};
