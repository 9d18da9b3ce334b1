import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawChart } from "./charts.ts";
import { boundOf, type Chart, type Figure, format, isReached } from "./figures.ts";
import type { Machine } from "./harness.ts";

/** The figures of a subject, with time, commit and machine. */
export type Result = {
  readonly measuredAt: string;
  readonly commit: string;
  readonly isShort: boolean;
  readonly machine: Machine;
  readonly figures: readonly Figure[];
  readonly charts: readonly Chart[];
};

/** The results by subject. */
export type Results = Readonly<Record<string, Result>>;

/** A subject as shown on the page. */
export type Section = { readonly name: string; readonly title: string; readonly about: string };

/** The page, and the folder with its results and charts. */
export type PageFiles = { readonly page: string; readonly folder: string };

/** Reads the results of earlier runs, if there are any. */
export async function readResults({ folder }: PageFiles): Promise<Results> {
  try {
    return JSON.parse(await readFile(join(folder, "results.json"), "utf8")) as Results;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw failure;
  }
}

/** Adds a result to the earlier ones. A short run does not replace a whole one. */
export function addResult(results: Results, name: string, result: Result): Results {
  const before = results[name];
  return result.isShort && before !== undefined && !before.isShort ? results : { ...results, [name]: result };
}

/** Writes the results, the charts and the page. */
export async function writePage(
  files: PageFiles,
  sections: readonly Section[],
  results: Results,
): Promise<void> {
  const { page, folder } = files;
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith(".svg")) await rm(join(folder, name));
  for (const { name } of sections) {
    for (const chart of results[name]?.charts ?? []) {
      await writeFile(join(folder, fileOf(name, chart)), drawChart(chart));
    }
  }
  await writeFile(join(folder, "results.json"), `${JSON.stringify(results, undefined, 2)}\n`);
  await writeFile(page, renderPage(sections, results));
}

/** Renders the page as Markdown: the figures that have a floor. The others are in the results. */
export function renderPage(sections: readonly Section[], results: Results): string {
  const measured = sections.flatMap((section) => {
    const result = results[section.name];
    return result === undefined ? [] : [{ section, result }];
  });
  const judged = measured.flatMap(({ section, result }) =>
    result.figures
      .filter((figure) => boundOf(figure) !== undefined)
      .map((figure) => ({ section, figure, isReached: isReached(figure) })),
  );
  return [
    "# Benchmarks",
    "",
    "Written by `pnpm bench`. [bench/README.md](../bench/README.md) says how it measures, [results.json](benchmarks/results.json) has peers, parts",
    "and machine of each figure. A figure and its peer are of one run, in turn, with medians. `pnpm bench NAME` renews one subject.",
    "",
    `Of ${judged.length} floors, ${judged.filter((each) => each.isReached).length} are reached.`,
    "",
    "| Subject | What | Measured | Floor | Reached |",
    "|---|---|---|---|---|",
    ...judged.map(
      ({ section, figure }) =>
        `| ${section.title} | ${figure.what} | ${format(figure.value, figure.unit)} | ${boundOf(figure)} | ${verdictOf(section.name, figure)} |`,
    ),
    "",
    ...measured.map(({ section, result }) => renderRun(section, result)),
    ...measured.flatMap(({ section, result }) =>
      result.charts.flatMap((chart) => ["", `![${chart.title}](benchmarks/${fileOf(section.name, chart)})`]),
    ),
    "",
  ].join("\n");
}

function renderRun(
  { name, title, about }: Section,
  { measuredAt, commit, isShort, machine }: Result,
): string {
  const { cpu, cores, memoryGb, node } = machine;
  const short = isShort ? ", in a short run that proves nothing" : "";
  return (
    `- <a id="${name}"></a>**${title}** (\`pnpm bench ${name}\`): ${about} ` +
    `${measuredAt.slice(0, 10)} at ${commit}${short}: ${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}.`
  );
}

const heap = "the heap's room for fewer pauses, by decision 0024";
/** Decision 0057 asks for a second witness of what print alone tells, and lowered the floors of whole cards. */
const since = (figures: string): string =>
  `measured before decision 0057; ${figures} since, in rows of 200 cards`;
const beforeWitness = since("0 to 1.0 %");
const noCause = "no cause was found";

/** Why a floor is missed, by subject and figure. */
const missed: Readonly<Record<string, string>> = {
  "http/symbol search: our processor time, of node:http by hand":
    "routing, limits, ids, metrics and logs, which the other leaves out",
  "search/200,000: memory": noCause,
  "feed/searches at 20,000 changes a second: p99": "prices and searches share one processor",
  "feed/memory of the server under the feed": heap,
  "live/what 5,000 idle streams add to a server at rest": "bare node:http takes half of it",
  "live/processor time of a byte sent, beyond the feed's, of a bare writer's":
    "each reader has symbols and a beat of its own, so few texts are written twice",
  "overload/50 connections: good answers": "runs differ by more: 4,578 to 5,557 a second",
  "start/memory of a server at rest, demonstration": heap,
  "start/the Worker that answers requests, in gzip": noCause,
  "id-card/scan, crop, phone, any turn: a wrong field with success": beforeWitness,
  "id-card/poor, low resolution, busy, motion: a wrong field with success": beforeWitness,
  "id-card/code destroyed: a wrong field with success": beforeWitness,
  "id-card/strange print: code destroyed: a wrong field with success": beforeWitness,
  "id-card/bad: every field, and success": since("83.5 %"),
  "id-card/code destroyed: every field, and success": since("50.5 % of 60"),
  "id-card/strange print: code destroyed: every field, and success": since("42.5 % of 55"),
  "id-card/a photograph with the fault small gets its code": noCause,
  "id-card/a photograph with the fault screen gets its code": noCause,
};

function verdictOf(subject: string, figure: Figure): string {
  return isReached(figure) ? "yes" : `**no**: ${missed[`${subject}/${figure.what}`] ?? "not explained yet"}`;
}

function fileOf(name: string, chart: Chart): string {
  return `${name}-${chart.name}.svg`;
}
