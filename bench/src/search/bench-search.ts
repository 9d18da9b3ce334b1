import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildPackages } from "../build-packages.ts";
import type { Figure } from "../print-figures.ts";
import type { AnswerShares } from "./judge-answers.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { listSearchContenders } from "./list-search-contenders.ts";
import { makeSearchCatalog } from "./make-search-catalog.ts";
import { makeSearchQueries, queryKinds } from "./make-search-queries.ts";
import type { SearchMeasure } from "./search-measure.ts";

/** How much is asked at a size; answers are judged by reading every instrument, which takes long where there are many. */
const sizes = [
  { count: 2_000, answersOfKind: 40, patienceMs: 30_000 },
  { count: 20_000, answersOfKind: 20, patienceMs: 30_000 },
  { count: 200_000, answersOfKind: 8, patienceMs: 60_000 },
] as const;

const queriesOfKind = 100;
const kindCount = makeSearchQueries([{ symbol: "ABC", companyName: "Abc" }], 1).length;

/** What our search is to reach, by the number of instruments. */
const targets: Readonly<
  Record<number, { buildMs?: number; megabytes?: number; p50Us: number; p99Us: number }>
> = {
  20000: { buildMs: 500, p50Us: 20, p99Us: 1_000 },
  200000: { megabytes: 300, p50Us: 200, p99Us: 5_000 },
};

/** Our search beside others for the same catalogs and queries. */
export async function benchSearch({ isShort }: { readonly isShort: boolean }): Promise<Figure[]> {
  await buildPackages();
  const figures: Figure[] = [];
  for (const size of isShort ? sizes.slice(0, 2) : sizes) {
    const catalog = makeSearchCatalog(size.count);
    const judged = makeSearchQueries(catalog, queriesOfKind).slice(0, kindCount * size.answersOfKind);
    const judge = judgeAnswers(catalog, judged);
    console.log(`\n${size.count.toLocaleString("en")} instruments\n${columns}`);
    for (const name of listSearchContenders().keys()) {
      const told = await ask(name, size, judged.length, isShort);
      if (typeof told === "string") {
        console.log(`${name.padEnd(22)}${told}`);
        if (name === "ours") throw new Error(`Ours ${told}.`);
        continue;
      }
      const shares = judge(told.firstTen);
      console.log(row(name, told, shares));
      if (name === "ours") console.log(rowsOfKinds(told));
      if (name === "ours") figures.push(...figuresOf(size.count, told, shares));
    }
  }
  return figures;
}

/** Measures a contender in a process of its own, so that none pays for what another left behind. */
async function ask(
  name: string,
  { count, patienceMs }: (typeof sizes)[number],
  answerCount: number,
  isShort: boolean,
): Promise<SearchMeasure | string> {
  const script = fileURLToPath(new URL("./measure-search.ts", import.meta.url));
  const timeMsMax = isShort ? 1_000 : name === "ours" ? 10_000 : 3_000;
  const words = [name, count, queriesOfKind, answerCount, timeMsMax].map(String);
  const settings = { timeout: patienceMs, maxBuffer: 2 ** 26 };
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--expose-gc", "--max-old-space-size=8192", script, ...words],
      settings,
    );
    return JSON.parse(stdout) as SearchMeasure;
  } catch (failure) {
    const { killed, stderr } = failure as { killed?: boolean; stderr?: string };
    if (killed) return `gave up after ${patienceMs / 1_000} s`;
    return `failed: ${/^\S*[Ee]rror.*$/m.exec(stderr ?? "")?.[0] ?? String(failure)}`;
  }
}

const columns = `${"".padEnd(22)}  build ms        MB     p50 µs     p99 µs   in order   slips found   queries`;

function row(name: string, measure: SearchMeasure, { ordered, slipsFound }: AnswerShares): string {
  const { buildMs, byteCount, timesUs } = measure;
  return [
    name.padEnd(22),
    buildMs.toFixed(0).padStart(10),
    (byteCount / 1e6).toFixed(1).padStart(10),
    shareAt(timesUs, 0.5).toFixed(1).padStart(11),
    shareAt(timesUs, 0.99).toFixed(0).padStart(11),
    `${(100 * ordered).toFixed(0)} %`.padStart(11),
    `${(100 * slipsFound).toFixed(0)} %`.padStart(14),
    String(timesUs.length).padStart(10),
  ].join("");
}

/** Our times by what is asked; the queries come kind after kind, and so do their times. */
function rowsOfKinds({ timesUs, typedUs, firstUs, secondUs }: SearchMeasure): string {
  const kinds = queryKinds.map((kind, at) => ({
    kind,
    times: timesUs.filter((_, i) => i % queryKinds.length === at),
  }));
  const unknown = [
    { kind: "each different key, for the first time", times: firstUs },
    { kind: "and for the second", times: secondUs },
  ];
  return [...kinds, { kind: "key by key", times: typedUs }, ...(firstUs.length === 0 ? [] : unknown)]
    .map(({ kind, times }) => {
      const [p50, p99] = [shareAt(times, 0.5).toFixed(1), shareAt(times, 0.99).toFixed(0)];
      return `  ${kind.padEnd(40)}${p50.padStart(11)}${p99.padStart(11)}${String(times.length).padStart(35)}`;
    })
    .join("\n");
}

function figuresOf(
  count: number,
  { buildMs, byteCount, askedByteCount = byteCount, timesUs, typedUs, firstUs }: SearchMeasure,
  shares: AnswerShares,
): Figure[] {
  const target = targets[count];
  const what = (figure: string) => `${count.toLocaleString("en")}: ${figure}`;
  const reach = (bound: number | undefined) => (bound === undefined ? {} : { reach: bound });
  return [
    { what: what("built"), value: buildMs, unit: "ms", ...reach(target?.buildMs) },
    { what: what("memory"), value: byteCount / 1e6, unit: "MB", ...reach(target?.megabytes) },
    { what: what("memory when asked"), value: askedByteCount / 1e6, unit: "MB", ...reach(target?.megabytes) },
    ...(firstUs.length === 0
      ? []
      : [{ what: what("p50 of a first key"), value: shareAt(firstUs, 0.5), unit: "µs" }]),
    { what: what("p50 key by key"), value: shareAt(typedUs, 0.5), unit: "µs", ...reach(target?.p50Us) },
    { what: what("p99 key by key"), value: shareAt(typedUs, 0.99), unit: "µs", ...reach(target?.p99Us) },
    { what: what("p50 of whole terms"), value: shareAt(timesUs, 0.5), unit: "µs", ...reach(target?.p50Us) },
    { what: what("p99 of whole terms"), value: shareAt(timesUs, 0.99), unit: "µs", ...reach(target?.p99Us) },
    { what: what("first ten in the order of the rules"), value: 100 * shares.ordered, unit: "%", least: 100 },
    { what: what("slips found in the first ten"), value: 100 * shares.slipsFound, unit: "%" },
    {
      what: what("the same, but for ten as near"),
      value: 100 * shares.clearSlipsFound,
      unit: "%",
      least: 100,
    },
  ];
}

function shareAt(values: readonly number[], share: number): number {
  const ordered = [...values].sort((left, right) => left - right);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN;
}
