import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawChart } from "./charts.ts";
import { boundOf, type Chart, type Figure, format, isReached } from "./figures.ts";
import type { Machine } from "./harness.ts";
import { missed } from "./missed.ts";

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

function verdictOf(subject: string, figure: Figure): string {
  return isReached(figure) ? "yes" : `**no**: ${missed[`${subject}/${figure.what}`] ?? "not explained yet"}`;
}

function fileOf(name: string, chart: Chart): string {
  return `${name}-${chart.name}.svg`;
}
