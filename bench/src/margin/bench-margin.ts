import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchOptions } from "../bench-options.ts";
import { buildPackages } from "../build-packages.ts";
import type { Figure } from "../print-figures.ts";
import { benchPostgresqlCovers } from "./bench-postgresql-covers.ts";
import { benchSqliteCovers } from "./bench-sqlite-covers.ts";
import { benchWatch } from "./bench-watch.ts";
import { fullRounds, type MarginRounds, shortRounds } from "./margin-rounds.ts";

/** What can be measured by itself. */
export const marginParts = ["watch", "sqlite", "postgresql"] as const;

type MarginPart = (typeof marginParts)[number];

/** Covers a second, beside what the machine allows, and what prices cost a watch. */
export async function benchMargin({ isShort, part }: BenchOptions): Promise<Figure[]> {
  await buildPackages();
  const parts = marginParts.filter((each) => part === undefined || part === each);
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-"));
  try {
    const { robust, others } = await measureParts(folder, parts, isShort ? shortRounds : fullRounds);
    // Others on the same disk and cores hardly change what a price costs; the rest would tell more of them than of us.
    return [...robust, ...(isShort ? others.map(unjudged) : others)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureParts(
  folder: string,
  parts: readonly MarginPart[],
  { covers, watch }: MarginRounds,
): Promise<{ readonly robust: readonly Figure[]; readonly others: readonly Figure[] }> {
  const { prices, holding } = parts.includes("watch")
    ? await benchWatch(folder, watch)
    : { prices: [], holding: [] };
  const sqlite = parts.includes("sqlite") ? await benchSqliteCovers(folder, covers) : [];
  const postgresql = parts.includes("postgresql") ? await benchPostgresqlCovers(folder, covers) : [];
  return { robust: prices, others: [...sqlite, ...postgresql, ...holding] };
}

function unjudged({ what, value, unit }: Figure): Figure {
  return { what, value, unit };
}
