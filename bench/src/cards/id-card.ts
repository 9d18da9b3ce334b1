import { availableParallelism } from "node:os";
import type { PhotoFault } from "@trading-oms/cards";
import { type BenchOptions, type Figure, type Measured, quantileOf } from "../figures.ts";
import { runModule, withFolder } from "../harness.ts";
import type { Advised, CardsJob, CardsOutcome } from "./card-process.ts";
import {
  type CardRow,
  type CardTask,
  type CardVerdict,
  cardRows,
  listCardTasks,
  listWronglyComplete,
  rateCertainty,
  scoreCards,
} from "./cards.ts";

/**
 * Cards of each kind per row. A whole run uses the same people in every row; a short run uses a few, different in each
 * row.
 */
const countPerKind = { whole: 100, short: 3 };

/** Of values that are not doubtful one in 500 may be wrong. */
const certainAtLeast = 99.8;

/** Photographs with each fault, half of them of each kind of card. */
const countPerFault = { whole: 100, short: 4 };
/** A server allows ten seconds per card. In a short run other work may keep the machine busy. */
const timeoutMs = { whole: 10_000, short: 120_000 };

/** Reads drawn cards of both kinds at every severity, one per core at a time. The people are invented. */
export async function benchIdCard({ isShort }: BenchOptions, part?: string): Promise<Measured> {
  const figures: Figure[] = [];
  const bars: { label: string; value: number; isOurs: boolean }[] = [];
  const verdicts: CardVerdict[] = [];
  let wrongNumberCount = 0;
  let megabytes = 0;
  for (const row of cardRows.filter((each) => part === undefined || part === each.part)) {
    const outcome = await withFolder((folder) => readRow(row, folder, isShort));
    verdicts.push(...outcome.verdicts);
    for (const line of listWronglyComplete(outcome.verdicts))
      console.error(`${row.name}: wrong with success: ${line}`);
    const score = scoreCards(outcome.verdicts);
    figures.push(...figuresOf(row, outcome.verdicts, isShort));
    bars.push({ label: row.name, value: score.fullyReadPercent, isOurs: true });
    wrongNumberCount += score.wrongNumberCount;
    megabytes = Math.max(megabytes, outcome.megabytes);
  }
  for (const { from, count, rightCount } of rateCertainty(verdicts)) {
    if (count === 0) continue;
    const what = `values with a confidence from ${from} on: right of ${count}`;
    figures.push({ what, value: (100 * rightCount) / count, unit: "%" });
  }
  const certain = verdicts.flatMap((verdict) => verdict.certain);
  if (certain.length > 0) {
    const rightCount = certain.filter(([, isRight]) => isRight).length;
    const what = `values that were not doubtful: right of ${certain.length}`;
    const atLeast = isShort ? 95 : certainAtLeast;
    figures.push({ what, value: (100 * rightCount) / certain.length, unit: "%", atLeast });
  }
  if (part === undefined || part === "advice") figures.push(...(await measureAdvice(isShort)));
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
  const firstSeed = isShort ? cardRows.indexOf(row) * countPerKind.short : 0;
  const tasks = listCardTasks(row, countPerKind[extent], firstSeed);
  console.error(`${row.name}: drawing ${tasks.length} cards`);
  await runParts("draw", tasks, folder, timeoutMs[extent]);
  console.error(`${row.name}: reading them`);
  const outcomes = await runParts("read", tasks, folder, timeoutMs[extent]);
  return {
    verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
    advised: [],
    megabytes: Math.max(...outcomes.map((outcome) => outcome.megabytes)),
  };
}

const codeOf: Readonly<Record<PhotoFault, RegExp>> = {
  glare: /^glare$/,
  dark: /^too_dark$/,
  blur: /^too_blurred$/,
  cut: /^cut_off_/,
  small: /^too_small$/,
  screen: /^photo_of_screen$/,
};

/** How many photographs with a planted fault get its code, and how many clean ones any. */
async function measureAdvice(isShort: boolean): Promise<Figure[]> {
  const extent = isShort ? "short" : "whole";
  const [row] = cardRows;
  if (row === undefined) throw new RangeError("There is no row.");
  console.error("photographs with faults: drawing and reading them");
  const outcome = await runParts(
    "advise",
    listCardTasks(row, countPerFault[extent] / 2, 0),
    "",
    timeoutMs[extent],
  );
  const advised = outcome.flatMap((each) => each.advised);
  const percentOf = (fault: Advised["fault"], holds: (codes: readonly string[]) => boolean): number => {
    const of = advised.filter((each) => each.fault === fault);
    return (100 * of.filter(({ codes }) => holds(codes)).length) / of.length;
  };
  const slack = isShort ? 100 / countPerFault.short : 0;
  return [
    ...(Object.keys(codeOf) as PhotoFault[]).map((fault) => ({
      what: `a photograph with the fault ${fault} gets its code`,
      value: percentOf(fault, (codes) => codes.some((code) => codeOf[fault].test(code))),
      unit: "%",
      atLeast: 95 - slack,
    })),
    {
      what: "a clean card gets any code",
      value: percentOf("none", (codes) => codes.length > 0),
      unit: "%",
      atMost: 2 + slack,
    },
  ];
}

/** Shares tasks among as many processes as there are cores. */
function runParts(
  action: CardsJob["action"],
  tasks: readonly CardTask[],
  folder: string,
  timeoutOf: number,
): Promise<CardsOutcome[]> {
  const partCount = Math.min(2, availableParallelism());
  const indexed = tasks.map((task, index) => ({ ...task, index }));
  return Promise.all(
    Array.from({ length: partCount }, (_, part) => {
      const own = indexed.filter(({ index }) => index % partCount === part);
      const job: CardsJob = { action, folder, tasks: own, timeoutMs: timeoutOf };
      return runModule<CardsOutcome>("cards/card-process.ts", job, { flags: ["--expose-gc"] });
    }),
  );
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
    {
      ...figure("every field, and success", score.fullyReadPercent, "%"),
      atLeast: row.fullyReadAtLeast - slack,
    },
    {
      ...figure("a wrong field with success", score.wronglyCompletePercent, "%"),
      atMost: row.wronglyCompleteAtMost + slack,
    },
    time(0.5, row.p50SecondsAtMost),
    time(0.95, row.p95SecondsAtMost),
  ];
}
