import { type Figure, medianOf } from "../print-figures.ts";
import { withBenchDatabase } from "../store/with-bench-database.ts";
import type { MarginRounds } from "./margin-rounds.ts";
import { type BesideBare, measureCoversBesideBare } from "./measure-covers.ts";
import { runPgbenchCovers } from "./run-pgbench-covers.ts";

const clientCounts = [1, 16];

/** Covers a second on PostgreSQL, beside three bare loops and beside pgbench, which ask it for the same. */
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
  const deciding = medianOf(slices.map((slice) => slice.deciding));
  const packets = medianOf(slices.map((slice) => slice.packets));
  // Slice by slice, since all of a slice met the same machine.
  const besideBare = medianOf(slices.map((slice) => slice.own / slice.bare));
  const besideDeciding = medianOf(slices.map((slice) => slice.own / slice.deciding));
  const besidePackets = medianOf(slices.map((slice) => slice.own / slice.packets));
  const at = `${clients} at once`;
  const each = "a transaction a cover";
  const same = "our packets";
  const ours = clients === 1 ? "" : ", up to 8 in a transaction";
  const least = clients === 1 ? 0.75 : 1;
  return [
    { what: `PostgreSQL: covers, ${at}${ours}`, value: own, unit: "a second" },
    { what: `PostgreSQL: a bare loop, ${each}, ${at}`, value: bare, unit: "a second" },
    { what: `PostgreSQL: a bare loop that decides, ${at}`, value: deciding, unit: "a second" },
    { what: `PostgreSQL: a bare loop, ${same}, ${at}`, value: packets, unit: "a second" },
    { what: `PostgreSQL: pgbench, ${each}, ${at}`, value: pgbench, unit: "a second" },
    { what: `PostgreSQL: beside the bare loop, ${each}, ${at}`, value: besideBare, unit: "×", least },
    { what: `PostgreSQL: beside the bare loop that decides, ${at}`, value: besideDeciding, unit: "×" },
    { what: `PostgreSQL: beside the bare loop, ${same}, ${at}`, value: besidePackets, unit: "×", least: 0.7 },
    { what: `PostgreSQL: beside pgbench, ${each}, ${at}`, value: own / pgbench, unit: "×", least: 0.6 },
  ];
}
