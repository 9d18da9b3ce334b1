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

/** Renders the page as Markdown. */
export function renderPage(sections: readonly Section[], results: Results): string {
  const measured = sections.flatMap((section) => {
    const result = results[section.name];
    return result === undefined ? [] : [{ section, result }];
  });
  const judged = measured.flatMap(({ section, result }) =>
    result.figures
      .filter((figure) => boundOf(figure) !== undefined)
      .map((figure) => ({ section, isReached: isReached(figure) })),
  );
  const missed = judged.filter((each) => !each.isReached);
  const places = [...new Set(missed.map(({ section }) => `[${section.title}](#${section.name})`))];
  return [
    "# Benchmarks",
    "",
    "Written by `pnpm bench` from [results.json](benchmarks/results.json); [bench/README.md](../bench/README.md) says how it",
    "measures. Each figure and its peer are of one run, in turn, with medians. `pnpm bench NAME` renews one section.",
    "",
    `Of all floors, ${judged.length - missed.length} of ${judged.length} are reached.${places.length === 0 ? "" : ` The others: ${places.join(", ")}.`}`,
    ...measured.flatMap(({ section, result }) => renderSection(section, result)),
    "",
  ].join("\n");
}

function renderSection({ name, title, about }: Section, result: Result): string[] {
  const { cpu, cores, memoryGb, node } = result.machine;
  const rows = result.figures.map(
    (figure) =>
      `| ${figure.what} | ${format(figure.value, figure.unit)} | ${figure.beside ?? ""} | ${boundOf(figure) ?? ""} | ${verdictOf(figure)} |`,
  );
  const charts = result.charts.map((chart) => `![${chart.title}](benchmarks/${fileOf(name, chart)})`);
  return [
    "",
    `<a id="${name}"></a>`,
    "",
    `## ${title}`,
    "",
    about,
    "",
    "| What | Measured | Beside it | Floor | Reached |",
    "|---|---|---|---|---|",
    ...rows,
    ...charts.flatMap((chart) => ["", chart]),
    "",
    `Measured on ${result.measuredAt.slice(0, 10)} at commit ${result.commit}${result.isShort ? ", in a short run that proves nothing" : ""}: ` +
      `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}. Command: \`pnpm bench ${name}\`.`,
  ];
}

function verdictOf(figure: Figure): string {
  if (boundOf(figure) === undefined) return "";
  return isReached(figure) ? "yes" : "**no**";
}

function fileOf(name: string, chart: Chart): string {
  return `${name}-${chart.name}.svg`;
}
