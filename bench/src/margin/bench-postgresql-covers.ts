import { fileURLToPath } from "node:url";
import { type Figure, medianOf } from "../print-figures.ts";
import type { Throughput } from "../store/change-accounts.ts";
import { measureProgram } from "../store/measure-program.ts";
import { rateOf } from "../store/rate-of.ts";
import { withBenchDatabase } from "../store/with-bench-database.ts";
import type { MarginRounds } from "./margin-rounds.ts";
import { measureCovers } from "./measure-covers.ts";
import { runPgbenchCovers } from "./run-pgbench-covers.ts";

const program = fileURLToPath(new URL("run-bare-covers.ts", import.meta.url));
const clientCounts = [1, 16];

/** Covers a second on PostgreSQL, beside a bare loop and beside pgbench, which ask it for the same. */
export async function benchPostgresqlCovers(
  folder: string,
  { rounds, durationMs }: MarginRounds["covers"],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const clients of clientCounts) {
    const own: number[] = [];
    const bare: number[] = [];
    const pgbench: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await withBenchDatabase(async (url) => {
        own.push(rateOf(await measureCovers({ place: url, writers: clients, durationMs })));
      });
      await withBenchDatabase(async (url) => {
        const words = [JSON.stringify({ url, clients, durationMs })];
        bare.push(rateOf([await measureProgram<Throughput>({ program, words })]));
      });
      await withBenchDatabase(async (url) => {
        pgbench.push(await runPgbenchCovers(url, clients, durationMs, folder));
      });
    }
    figures.push(
      ...compose(clients, { own: medianOf(own), bare: medianOf(bare), pgbench: medianOf(pgbench) }),
    );
  }
  return figures;
}

type Rates = { readonly own: number; readonly bare: number; readonly pgbench: number };

function compose(clients: number, { own, bare, pgbench }: Rates): Figure[] {
  const at = `${clients} at once`;
  return [
    { what: `PostgreSQL: covers, ${at}`, value: own, unit: "a second" },
    { what: `PostgreSQL: a bare loop, ${at}`, value: bare, unit: "a second" },
    { what: `PostgreSQL: pgbench, ${at}`, value: pgbench, unit: "a second" },
    { what: `PostgreSQL: beside the bare loop, ${at}`, value: own / bare, unit: "×", least: 0.9 },
    { what: `PostgreSQL: beside pgbench, ${at}`, value: own / pgbench, unit: "×", least: 0.6 },
  ];
}
