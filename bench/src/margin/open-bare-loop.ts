import type { NamedStatement } from "@trading-oms/store/postgresql";
import pg from "pg";
import { coveredVndOf, idempotencyKeyOf } from "./cover-order-of.ts";
import { ownValueOf } from "./own-value-of.ts";
import { commitPlaces, isCommit, type RecordedCover } from "./record-cover.ts";

/** Whose accounts a loop covers, on how many connections, and what it asks for. */
export type BareLoopSettings = {
  readonly url: string;
  readonly clients: number;
  readonly firstWriter: number;
  readonly recorded: RecordedCover;
  /** What is done between the read and the commit, where anything is. */
  readonly decide?: ((writer: number, count: number) => Promise<void>) | undefined;
};

/** The driver alone, and what is decided in between where anything is. */
export type BareLoop = {
  /** Asks for a while, and gives the covers a second. */
  readonly run: (durationMs: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

type Asker = {
  readonly client: pg.Client;
  readonly writer: number;
  readonly statements: readonly NamedStatement[];
  count: number;
};

/** Opens a connection for each client, on which the driver alone asks what the store asks for a cover. */
export async function openBareLoop({
  url,
  clients,
  firstWriter,
  recorded,
  decide,
}: BareLoopSettings): Promise<BareLoop> {
  const writers = Array.from({ length: clients }, (_, index) => firstWriter + index);
  const askers: Asker[] = await Promise.all(
    writers.map(async (writer) => {
      const statements = recorded.statements.map((statement) => ({
        ...statement,
        values: statement.values.map((value) => ownValueOf(value, new Map([[recorded.writer, writer]]))),
      }));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return { client, writer, statements, count: 1 };
    }),
  );
  return {
    run: async (durationMs) => {
      const before = countOf(askers);
      const began = performance.now();
      await Promise.all(
        askers.map(async (asker) => {
          for (; performance.now() - began < durationMs; asker.count += 1)
            await askOnce(asker, { recorded, decide });
        }),
      );
      return ((countOf(askers) - before) / (performance.now() - began)) * 1_000;
    },
    close: async () => {
      await Promise.all(askers.map(({ client }) => client.end()));
    },
  };
}

async function askOnce(
  { client, writer, statements, count }: Asker,
  { recorded: { version }, decide }: Pick<BareLoopSettings, "recorded" | "decide">,
): Promise<void> {
  const key = idempotencyKeyOf(writer, count);
  for (const statement of statements) {
    const values = [...statement.values];
    if (isCommit(statement)) {
      await decide?.(writer, count);
      values[commitPlaces.version - 1] = version + count - 1;
      values[commitPlaces.key - 1] = key;
      values[commitPlaces.covered - 1] = [coveredVndOf(count)];
    } else if (statement.name === "outcome") values[1] = key;
    const { rowCount } = await client.query({ ...statement, values });
    if (isCommit(statement) && rowCount !== 1) throw new Error("A cover was not set.");
  }
}

function countOf(askers: readonly Asker[]): number {
  return askers.reduce((sum, { count }) => sum + count, 0);
}
