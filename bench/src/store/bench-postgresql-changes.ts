import { type Figure, medianOf } from "../print-figures.ts";
import { measureChanges } from "./measure-changes.ts";
import { rateOf } from "./rate-of.ts";
import { runPgbench } from "./run-pgbench.ts";
import { withBenchDatabase } from "./with-bench-database.ts";

const rounds = 3;
const durationMs = 2_000;
const clientCounts = [1, 16];

/** Durable changes a second on PostgreSQL, beside a bare loop with the same statement and beside pgbench. */
export async function benchPostgresqlChanges(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const clients of clientCounts) {
    const own: number[] = [];
    const bare: number[] = [];
    const pgbench: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await withBenchDatabase(async (url) => {
        own.push(rateOf(await measureChanges({ place: url, writers: clients, durationMs })));
      });
      await withBenchDatabase(async (url) => {
        const run = { place: url, writers: clients, durationMs, without: "store" } as const;
        bare.push(rateOf(await measureChanges(run)));
      });
      await withBenchDatabase(async (url) => {
        pgbench.push(await runPgbench(url, clients, durationMs, folder));
      });
    }
    figures.push(
      { what: `PostgreSQL: changes, ${clients} at once`, value: medianOf(own), unit: "a second" },
      { what: `PostgreSQL: a bare loop, ${clients} at once`, value: medianOf(bare), unit: "a second" },
      { what: `PostgreSQL: pgbench, ${clients} at once`, value: medianOf(pgbench), unit: "a second" },
      {
        what: `PostgreSQL: beside the bare loop, ${clients} at once`,
        value: medianOf(own) / medianOf(bare),
        unit: "×",
        least: 0.75,
      },
      {
        what: `PostgreSQL: beside pgbench, ${clients} at once`,
        value: medianOf(own) / medianOf(pgbench),
        unit: "×",
        least: 0.6,
      },
    );
  }
  return figures;
}
