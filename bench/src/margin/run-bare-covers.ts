import type { NamedStatement } from "@trading-oms/store";
import pg from "pg";
import type { Throughput } from "../store/change-accounts.ts";
import { coveredVndOf, idempotencyKeyOf, keyOf } from "./cover-order-of.ts";
import { commitPlaces, isCommit, type RecordedCover, recordCover } from "./record-cover.ts";

type Work = { readonly url: string; readonly clients: number; readonly durationMs: number };

const { url, clients: clientCount, durationMs }: Work = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runBareCovers()));

/** Asks by the driver alone what the store asks for a cover, on a connection each; beside what is measured of the store. */
async function runBareCovers(): Promise<Throughput> {
  const recorded = await recordCover(url, clientCount);
  const counts = Array<number>(clientCount).fill(1);
  const connections = await Promise.all(counts.map(connect));
  const round = async (roundMs: number): Promise<number> => {
    const began = performance.now();
    await Promise.all(
      connections.map(async (client, writer) => {
        const own = recorded.statements.map((statement) => ownOf(statement, clientCount, writer));
        let count = counts[writer] ?? 1;
        for (; performance.now() - began < roundMs; count += 1) {
          await askOnce(client, own, { recorded, writer, count });
        }
        counts[writer] = count;
      }),
    );
    return (performance.now() - began) / 1_000;
  };
  // As with the store, the first part is not counted.
  await round(durationMs / 2);
  const before = sumOf(counts);
  const seconds = await round(durationMs);
  await Promise.all(connections.map((client) => client.end()));
  return { changes: sumOf(counts) - before, seconds, processorSeconds: 0, busySeconds: 0 };
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

type Turn = { readonly recorded: RecordedCover; readonly writer: number; readonly count: number };

async function askOnce(
  client: pg.Client,
  statements: readonly NamedStatement[],
  { recorded, writer, count }: Turn,
): Promise<void> {
  const key = idempotencyKeyOf(writer, count);
  for (const statement of statements) {
    const values = [...statement.values];
    if (isCommit(statement)) {
      values[commitPlaces.version - 1] = recorded.version + count - 1;
      values[commitPlaces.key - 1] = key;
      values[commitPlaces.covered - 1] = [coveredVndOf(count)];
    } else if (statement.name === "outcome") values[1] = key;
    const { rowCount } = await client.query({ ...statement, values });
    if (isCommit(statement) && rowCount !== 1) throw new Error("A cover was not set.");
  }
}

/** A statement of one writer as another would ask it. */
function ownOf(statement: NamedStatement, from: number, to: number): NamedStatement {
  const own = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(own);
    if (typeof value !== "string") return value;
    return value
      .replaceAll(keyOf(from).userId, keyOf(to).userId)
      .replaceAll(keyOf(from).accountId, keyOf(to).accountId);
  };
  return { ...statement, values: statement.values.map(own) };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
