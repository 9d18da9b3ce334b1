import { availableParallelism } from "node:os";
import type { CardsOrder, CardsOutcome } from "./card-process.ts";
import { type CardRow, type CardVerdict, cardRows, listCardTasks, scoreCards } from "./cards.ts";
import { type BenchOptions, type Figure, type Measured, quantileOf } from "./figures.ts";
import { runModule, withFolder } from "./harness.ts";

/**
 * Cards of each kind per row. A whole run uses the same people in every row; a short run uses a few, different in each
 * row.
 */
const countOfKind = { whole: 200, short: 3 };
/** A server allows ten seconds per card. In a short run other work may keep the machine busy. */
const timeoutMs = { whole: 10_000, short: 120_000 };

/** Reads drawn cards of both kinds at every severity, one per core at a time. The people are invented. */
export async function benchIdCard({ isShort }: BenchOptions, part?: string): Promise<Measured> {
  const figures: Figure[] = [];
  const bars: { label: string; value: number; isOurs: boolean }[] = [];
  let wrongNumberCount = 0;
  let megabytes = 0;
  for (const row of cardRows.filter((each) => part === undefined || part === each.part)) {
    const outcome = await withFolder((folder) => readRow(row, folder, isShort));
    const score = scoreCards(outcome.verdicts);
    figures.push(...figuresOf(row, outcome.verdicts, isShort));
    bars.push({ label: row.name, value: score.allPercent, isOurs: true });
    wrongNumberCount += score.wrongNumberCount;
    megabytes = Math.max(megabytes, outcome.megabytes);
  }
  figures.push(
    { what: "a wrong number in an answer", value: wrongNumberCount, unit: "cards", atMost: 0 },
    { what: "most memory of a reading process", value: megabytes, unit: "MB" },
  );
  return {
    figures,
    charts: [{ name: "all", title: "Cards read whole and right", unit: "%", bars }],
  };
}

async function readRow(row: CardRow, folder: string, isShort: boolean): Promise<CardsOutcome> {
  const extent = isShort ? "short" : "whole";
  const firstSeed = isShort ? cardRows.indexOf(row) * countOfKind.short : 0;
  const tasks = listCardTasks(row, countOfKind[extent], firstSeed).map((task, index) => ({ ...task, index }));
  const partCount = Math.min(2, availableParallelism());
  const runParts = (action: CardsOrder["action"]): Promise<CardsOutcome[]> =>
    Promise.all(
      Array.from({ length: partCount }, (_, part) => {
        const own = tasks.filter(({ index }) => index % partCount === part);
        const order: CardsOrder = { action, folder, tasks: own, timeoutMs: timeoutMs[extent] };
        return runModule<CardsOutcome>("card-process.ts", order, { flags: [] });
      }),
    );
  console.error(`${row.name}: drawing ${tasks.length} cards`);
  await runParts("draw");
  console.error(`${row.name}: reading them`);
  const outcomes = await runParts("read");
  return {
    verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
    megabytes: Math.max(...outcomes.map((outcome) => outcome.megabytes)),
  };
}

/** In a short run one card of the row may be missed, and times have no bounds. */
function figuresOf(row: CardRow, verdicts: readonly CardVerdict[], isShort: boolean): Figure[] {
  const score = scoreCards(verdicts);
  const seconds = verdicts.map(({ ms }) => ms / 1_000);
  const slack = isShort ? 100 / verdicts.length : 0;
  const figure = (what: string, value: number, unit: string): Figure => ({
    what: `${row.name}: ${what}`,
    value,
    unit,
  });
  const time = (share: number, atMost: number): Figure => ({
    ...figure(`p${share * 100} a card`, quantileOf(seconds, share), "s"),
    ...(isShort ? {} : { atMost }),
  });
  return [
    {
      ...figure("number, birth date, sex", score.identityPercent, "%"),
      atLeast: row.identityAtLeast - slack,
    },
    { ...figure("every field, and success", score.allPercent, "%"), atLeast: row.allAtLeast - slack },
    {
      ...figure("a wrong field with success", score.wrongWholePercent, "%"),
      atMost: row.wrongAtMost + slack,
    },
    time(0.5, row.p50SecondsAtMost),
    time(0.95, row.p95SecondsAtMost),
  ];
}
