import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchOptions } from "../bench-options.ts";
import { buildPackages } from "../build-packages.ts";
import type { Figure } from "../print-figures.ts";
import { benchPostgresqlCovers } from "./bench-postgresql-covers.ts";
import { benchSqliteCovers } from "./bench-sqlite-covers.ts";
import { benchWatch } from "./bench-watch.ts";
import { fullRounds, shortRounds } from "./margin-rounds.ts";

/** Covers a second, beside what the machine allows, and what prices cost a watch. */
export async function benchMargin({ isShort }: BenchOptions): Promise<Figure[]> {
  await buildPackages("store");
  const { covers, watch } = isShort ? shortRounds : fullRounds;
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-"));
  try {
    const { prices, holding } = await benchWatch(folder, watch);
    const others = [
      ...(await benchSqliteCovers(folder, covers)),
      ...(await benchPostgresqlCovers(folder, covers)),
      ...holding,
    ];
    // Others on the same disk and cores hardly change what a price costs; the rest would tell more of them than of us.
    return [...prices, ...(isShort ? others.map(unjudged) : others)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function unjudged({ what, value, unit }: Figure): Figure {
  return { what, value, unit };
}
