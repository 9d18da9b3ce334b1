import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNats } from "@trading-oms/scratch";
import type { BenchOptions } from "../bench-options.ts";
import { buildPackages } from "../build-packages.ts";
import { type Figure, medianOf } from "../print-figures.ts";
import { runCommand } from "../run-command.ts";
import type { SearchOrder, SearchOutcome } from "./ask-searches.ts";
import { makeMarketInstruments } from "./make-market-instruments.ts";
import type { PublishOrder, PublishOutcome } from "./publish-changes.ts";
import { type ServedFeed, serveFeed } from "./serve-feed.ts";
import { type Pinned, pinTo, processors, startPinned } from "./start-pinned.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const instrumentCount = 2_000;
const searchesASecond = 100;

type Extent = {
  readonly changesASecond: number;
  readonly seconds: number;
  /** What the runtime's compilers have; they are still at it half a minute after the first change. */
  readonly roundsBefore: number;
  readonly rounds: number;
};

const whole: Extent = { changesASecond: 45_000, seconds: 8, roundsBefore: 2, rounds: 5 };
/** What holds where others keep the machine busy as well. */
const short: Extent = { changesASecond: 40_000, seconds: 5, roundsBefore: 1, rounds: 1 };

/** How many changes a second come through a real NATS into one process, and what that leaves to searches. */
export async function benchFeed({ isShort }: BenchOptions): Promise<Figure[]> {
  await buildPackages();
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-feed-"));
  const nats = await startNats(pinTo(processors.others));
  const pinned: Pinned[] = [];
  let server: ServedFeed | undefined;
  try {
    await fillCatalog(folder);
    server = await serveFeed(folder, nats.url, pinTo(processors.server));
    const publisher = await startPinned("publish-changes.ts", "gives-way", nats.url, `${instrumentCount}`);
    const searcher = await startPinned("ask-searches.ts", "goes-first");
    pinned.push(publisher, searcher);
    const rounds: Round[] = [];
    const extent = isShort ? short : whole;
    for (let round = 0; round < extent.roundsBefore + extent.rounds; round += 1) {
      const measured = await measureRound(server, { publisher, searcher }, extent);
      if (round >= extent.roundsBefore) rounds.push(measured);
    }
    return figuresOf(rounds, isShort, searcher.goesFirst);
  } finally {
    for (const each of pinned) each.stop();
    await server?.stop();
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Round = {
  readonly idleMs: Waits;
  readonly loadedMs: Waits;
  readonly takenASecond: number;
  readonly sentASecond: number;
  readonly cpuUsEach: number;
  readonly keptWaitingShare: number;
  readonly lostCount: number;
  readonly faultCount: number;
};

type Waits = { readonly sorted: readonly number[]; readonly middle: number; readonly p99: number };

async function measureRound(
  server: ServedFeed,
  { publisher, searcher }: { readonly publisher: Pinned; readonly searcher: Pinned },
  { changesASecond, seconds }: Extent,
): Promise<Round> {
  const searches: SearchOrder = { port: server.port, searchesASecond, seconds };
  const changes: PublishOrder = { changesASecond, seconds };
  const atRest = await server.weigh();
  const idle = await searcher.ask<SearchOutcome>(searches);
  const before = await server.weigh();
  const [published, loaded] = await Promise.all([
    publisher.ask<PublishOutcome>(changes),
    searcher.ask<SearchOutcome>(searches),
  ]);
  const after = await server.weigh();
  const takenCount = after.appliedCount - before.appliedCount;
  // Searches cost the same processor time at rest, which is not the changes' doing.
  const cpuUs = after.cpuUs - before.cpuUs - (before.cpuUs - atRest.cpuUs);
  return {
    idleMs: waitsOf(idle.waitsMs),
    loadedMs: waitsOf(loaded.waitsMs),
    takenASecond: takenCount / published.seconds,
    sentASecond: published.changeCount / published.seconds,
    cpuUsEach: cpuUs / takenCount,
    keptWaitingShare: (after.keptWaitingMs - before.keptWaitingMs) / (published.seconds * 1_000),
    lostCount: after.lostCount - before.lostCount,
    faultCount: idle.faultCount + loaded.faultCount,
  };
}

function waitsOf(sorted: readonly number[]): Waits {
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { sorted, middle: at(0.5), p99: at(0.99) };
}

/** What all rounds come to together, where a round that something else fell into weighs as much as any. */
function waitsOfAll(waits: readonly Waits[]): Waits {
  return waitsOf(waits.flatMap(({ sorted }) => sorted).sort((one, other) => one - other));
}

function figuresOf(rounds: readonly Round[], isShort: boolean, goesFirst: boolean): Figure[] {
  const middle = (of: (round: Round) => number): number => medianOf(rounds.map(of));
  const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  const ratio = { what: "searches: p99 under changes beside idle", unit: "×" };
  const idleOfAll = waitsOfAll(rounds.map(({ idleMs }) => idleMs));
  const loadedOfAll = waitsOfAll(rounds.map(({ loadedMs }) => loadedMs));
  const ratioValue = middle(({ idleMs, loadedMs }) => loadedMs.p99 / idleMs.p99);
  return [
    { what: "changes published", value: middle(({ sentASecond }) => sentASecond), unit: "a second" },
    {
      what: "changes on the board of one process, through NATS",
      value: middle(({ takenASecond }) => takenASecond),
      unit: "a second",
      least: isShort ? 36_000 : 40_000,
    },
    { what: "server's processor time a change", value: middle(({ cpuUsEach }) => cpuUsEach), unit: "µs" },
    {
      what: "server kept waiting for its processor by others",
      value: middle(({ keptWaitingShare }) => keptWaitingShare * 100),
      unit: "% of the time",
    },
    { what: "frames lost or let go", value: sum(({ lostCount }) => lostCount), unit: "frames", reach: 0 },
    { what: "searches: middle, idle", value: middle(({ idleMs }) => idleMs.middle), unit: "ms" },
    { what: "searches: middle, under changes", value: middle(({ loadedMs }) => loadedMs.middle), unit: "ms" },
    { what: "searches: p99, idle", value: middle(({ idleMs }) => idleMs.p99), unit: "ms" },
    {
      what: "searches: p99, under changes",
      value: middle(({ loadedMs }) => loadedMs.p99),
      unit: "ms",
      reach: 10,
    },
    { ...ratio, value: ratioValue },
    { what: "searches: p99 of all rounds together, idle", value: idleOfAll.p99, unit: "ms" },
    { what: "searches: p99 of all rounds together, under changes", value: loadedOfAll.p99, unit: "ms" },
    { what: "searcher goes before all others (1 yes, 0 no)", value: goesFirst ? 1 : 0, unit: "" },
    { what: "searches not answered", value: sum(({ faultCount }) => faultCount), unit: "requests", reach: 0 },
  ];
}

async function fillCatalog(folder: string): Promise<void> {
  const file = join(folder, "catalog.csv");
  const columns = [
    "symbol",
    "exchange",
    "type",
    "name",
    "companyName",
    "sectorLevel1",
    "sectorLevel2",
    "sectorLevel3",
    "industryName",
    "lot",
    "minQuantity",
    "maxQuantity",
  ] as const;
  const rows = makeMarketInstruments(instrumentCount).map((instrument) =>
    [...columns.map((column) => instrument[column]), instrument.referencePrice / 1_000n].join(","),
  );
  await writeFile(file, [[...columns, "referencePrice"].join(","), ...rows, ""].join("\n"));
  await runCommand("node", ["apps/oms/dist/oms.js", "instruments", "import", file], root, {
    DATA_DIR: folder,
    DATABASE_URL: "",
  });
}
