import { connectHyperdrive } from "./connect-hyperdrive.ts";
import { createWorker, type Worker, type WorkerWorld } from "./create-worker.ts";
import { followRequests } from "./follow-requests.ts";

/** Makes the same Worker on a PostgreSQL, whose connections Hyperdrive pools: each request has one, and closes it. */
export function createPostgresqlWorker(world: WorkerWorld): Worker {
  const { store, during } = followRequests(world.waitUntil);
  const worker = createWorker(world, (environment, faults) => {
    const connections = connectHyperdrive(environment, faults);
    if (connections === undefined) return undefined;
    return async () => {
      await connections.migrate();
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
