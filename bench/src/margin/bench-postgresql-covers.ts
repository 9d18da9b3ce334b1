import { type Figure, medianOf } from "../print-figures.ts";
import { withBenchDatabase } from "../store/with-bench-database.ts";
import type { MarginRounds } from "./margin-rounds.ts";
import { type BesideBare, measureCoversBesideBare } from "./measure-covers.ts";
import { runPgbenchCovers } from "./run-pgbench-covers.ts";

const clientCounts = [1, 16];

/** Covers a second on PostgreSQL, beside a bare loop and beside pgbench, which ask it for the same. */
export async function benchPostgresqlCovers(
  folder: string,
  { rounds, durationMs }: MarginRounds["covers"],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const clients of clientCounts) {
    const slices: BesideBare[] = [];
    const pgbench: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await withBenchDatabase(async (url) => {
        slices.push(...(await measureCoversBesideBare({ url, clients, durationMs })));
      });
      await withBenchDatabase(async (url) => {
        pgbench.push(await runPgbenchCovers(url, clients, durationMs, folder));
      });
    }
    figures.push(...compose(clients, slices, medianOf(pgbench)));
  }
  return figures;
}

function compose(clients: number, slices: readonly BesideBare[], pgbench: number): Figure[] {
  const own = medianOf(slices.map((slice) => slice.own));
  const bare = medianOf(slices.map((slice) => slice.bare));
  // Slice by slice, since both of a slice met the same machine.
  const besideBare = medianOf(slices.map((slice) => slice.own / slice.bare));
  const at = `${clients} at once`;
  return [
    { what: `PostgreSQL: covers, ${at}`, value: own, unit: "a second" },
    { what: `PostgreSQL: a bare loop, ${at}`, value: bare, unit: "a second" },
    { what: `PostgreSQL: pgbench, ${at}`, value: pgbench, unit: "a second" },
    { what: `PostgreSQL: beside the bare loop, ${at}`, value: besideBare, unit: "×", least: 0.9 },
    { what: `PostgreSQL: beside pgbench, ${at}`, value: own / pgbench, unit: "×", least: 0.6 },
  ];
}
