import { availableParallelism } from "node:os";
import type { BenchOptions } from "../bench-options.ts";
import { buildPackages } from "../build-packages.ts";
import { inScratchFolder } from "../in-scratch-folder.ts";
import type { Figure } from "../print-figures.ts";
import { cardContenders } from "./card-contenders.ts";
import { type CardRow, cardRows } from "./card-rows.ts";
import { type CardScore, scoreCards } from "./card-score.ts";
import { conditionTable, contenderTable, fieldTable } from "./card-tables.ts";
import type { CardVerdict } from "./judge-card.ts";
import { runParts } from "./run-parts.ts";

/** Cards of each kind in a row: the same people in every row, or with `--short` five of twenty in each. */
const countOfKind = { whole: 200, short: 5 };

/** A server gives a card ten seconds; where others keep the machine busy, what is read is not to depend on it. */
const timeoutMs = { whole: 10_000, short: 120_000 };

/** Reads cards of nobody, of both kinds and in four rows of severity, beside what QR, MRZ and tesseract give alone. */
export async function benchIdCard({ isShort, part }: BenchOptions): Promise<Figure[]> {
  await buildPackages();
  const figures: Figure[] = [];
  let wrongNumbers = 0;
  let megabytes = 0;
  const rows = cardRows.filter((row) => part === undefined || part === row.part);
  for (const row of rows) {
    const count = isShort ? countOfKind.short : countOfKind.whole;
    const scores = await inScratchFolder((folder) => readRow(row, folder, count, isShort));
    console.log(`\n${row.name}, ${count} cards of each kind\n${contenderTable(scores)}`);
    const ours = scores.get("ours");
    if (ours === undefined) throw new Error("Ours was not measured.");
    console.log(`\n${conditionTable(ours.verdicts)}\n\n${fieldTable(ours.verdicts)}`);
    const mrzShare = scores.get("MRZ alone")?.identityPercent ?? 0;
    figures.push(...figuresOf(row, ours, mrzShare, isShort));
    wrongNumbers += ours.wrongNumberCount;
    megabytes = Math.max(megabytes, ours.megabytes);
  }
  return [
    ...figures,
    {
      what: part === undefined ? "wrong numbers given away, all rows" : "wrong numbers given away",
      value: wrongNumbers,
      unit: "",
      reach: 0,
    },
    { what: "most memory of a reading process", value: megabytes, unit: "MB" },
  ];
}

async function readRow(
  row: CardRow,
  folder: string,
  count: number,
  isShort: boolean,
): Promise<ReadonlyMap<string, CardScore>> {
  const firstSeed = isShort ? cardRows.indexOf(row) * count : 0;
  const patienceMs = isShort ? timeoutMs.short : timeoutMs.whole;
  const words = [folder, row.name, String(count), String(firstSeed)];
  const partCount = Math.min(2, availableParallelism());
  let written = 0;
  await runParts("./write-cards.ts", words, partCount, [], () => {
    written += 1;
    tellProgress(`${row.name}: ${written} of ${count * 2} cards made`);
  });
  const scores = new Map<string, CardScore>();
  for (const name of Object.keys(cardContenders)) {
    const verdicts: CardVerdict[] = [];
    let megabytes = 0;
    await runParts("./read-cards.ts", words, partCount, [name, String(patienceMs)], (line) => {
      const told = JSON.parse(line) as CardVerdict | { megabytes: number };
      if ("megabytes" in told) megabytes = Math.max(megabytes, told.megabytes);
      else verdicts.push(told);
      tellProgress(`${row.name}: ${verdicts.length} read by ${name}`);
    });
    scores.set(name, scoreCards(verdicts, megabytes));
  }
  return scores;
}

/** In a short run a row has ten cards, of which one may be missed, and others keep the machine busy. */
function figuresOf(row: CardRow, ours: CardScore, mrzPercent: number, isShort: boolean): Figure[] {
  const least = (percent: number) => (isShort ? percent - 100 / ours.verdicts.length : percent);
  const what = (figure: string) => `${row.name}: ${figure}`;
  const { identity, mrz, all } = row.least;
  return [
    {
      what: what("number, birth date, sex"),
      value: ours.identityPercent,
      unit: "%",
      least: least(identity),
    },
    { what: what("MRZ by itself"), value: mrzPercent, unit: "%", least: least(mrz) },
    { what: what("all fields"), value: ours.allPercent, unit: "%", least: least(all) },
    { what: what("p50"), value: ours.p50Seconds, unit: "s" },
    { what: what("p95"), value: ours.p95Seconds, unit: "s", ...(isShort ? {} : { reach: row.p95Seconds }) },
  ];
}

function tellProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  else if (/(^|\D)\d*00 /.test(text)) process.stderr.write(`${text}\n`);
}
