import { commitStatement } from "@trading-oms/store/postgresql";
import pg from "pg";
import type { Throughput } from "./change-accounts.ts";
import { changeOf } from "./change-of.ts";

/** Changes accounts by the driver alone, with the statement of the store on a connection each; beside what is measured of the store. */
export async function runBareChanges(url: string, clients: number, durationMs: number): Promise<Throughput> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  for (const [writer, client] of connections.entries()) await run(client, writer, 0);
  const versions = connections.map(() => 1);
  const round = async (roundMs: number): Promise<number> => {
    const began = performance.now();
    await Promise.all(
      connections.map(async (client, writer) => {
        let version = versions[writer] ?? 1;
        for (; performance.now() - began < roundMs; version += 1) await run(client, writer, version);
        versions[writer] = version;
      }),
    );
    return (performance.now() - began) / 1_000;
  };
  // As with the store, the first part is not counted.
  await round(durationMs / 2);
  const before = versions.reduce((sum, version) => sum + version, 0);
  const seconds = await round(durationMs);
  const changes = versions.reduce((sum, version) => sum + version, 0) - before;
  await Promise.all(connections.map((client) => client.end()));
  return { changes, seconds, processorSeconds: 0, busySeconds: 0 };
}

async function run(client: pg.Client, writer: number, version: number): Promise<void> {
  const { values, ...statement } = commitStatement(changeOf(writer, version), writer + 1);
  const { rowCount } = await client.query({ ...statement, values: [...values] });
  if (rowCount !== 1) throw new Error("A change was not made.");
}
