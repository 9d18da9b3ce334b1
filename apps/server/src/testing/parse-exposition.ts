/** One sample, as Prometheus reads it. */
type ParsedSample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** The samples of one metric. */
type ParsedFamily = { readonly type: string; readonly samples: ParsedSample[] };

const sampleForm =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/;
const labelForm = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"/g;
const valueForm = /^(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|[+-]Inf)$/;

/**
 * Parses the text format of Prometheus strictly: each family is contiguous and begins with one HELP and one TYPE,
 * no series appears twice, and buckets are cumulative and end with +Inf.
 */
export function parseExposition(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const families = new Map<string, ParsedFamily>();
  const seen = new Set<string>();
  let current = "";
  const lines = text.slice(0, -1).split("\n");
  for (const [index, line] of lines.entries()) {
    const help = /^# HELP (\S+) \S.*$/.exec(line)?.[1];
    if (help !== undefined) {
      const type = new RegExp(`^# TYPE ${help} (counter|gauge|histogram)$`).exec(lines[index + 1] ?? "")?.[1];
      if (type === undefined) throw new Error(`${help} has no TYPE after its HELP.`);
      if (families.has(help)) throw new Error(`${help} is there twice.`);
      families.set(help, { type, samples: [] });
      current = help;
    } else if (line !== "" && !line.startsWith("# TYPE ")) {
      const sample = parseSample(line);
      const family = families.get(current);
      const suffixes = family?.type === "histogram" ? "_(bucket|sum|count)" : "";
      if (!new RegExp(`^${current}${suffixes}$`).test(sample.name)) throw new Error(`Misplaced: ${line}`);
      const series = line.slice(0, line.lastIndexOf(" "));
      if (seen.has(series)) throw new Error(`Twice: ${series}`);
      seen.add(series);
      family?.samples.push(sample);
    }
  }
  for (const [name, { type, samples }] of families) {
    if (type === "histogram") checkHistogram(name, samples);
  }
  return families;
}

function parseSample(line: string): ParsedSample {
  const [, name, labelText = "", valueText = ""] = sampleForm.exec(line) ?? [];
  if (name === undefined || !valueForm.test(valueText)) throw new Error(`No figure: ${line}`);
  const labels = [...labelText.matchAll(labelForm)].map(([, label = "", value = ""]): [string, string] => [
    label,
    value.replace(/\\(.)/g, (_all, character: string) => (character === "n" ? "\n" : character)),
  ]);
  if (new Set(labels.map(([label]) => label)).size < labels.length) throw new Error(`A label twice: ${line}`);
  return { name, labels: Object.fromEntries(labels), value: numberOf(valueText) };
}

function numberOf(text: string): number {
  return Number(text.replace("Inf", "Infinity"));
}

function checkHistogram(name: string, samples: readonly ParsedSample[]): void {
  const keyOf = ({ le: _le, ...labels }: Readonly<Record<string, string>>): string => JSON.stringify(labels);
  for (const [key, series] of Map.groupBy(samples, ({ labels }) => keyOf(labels))) {
    const buckets = series.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => numberOf(labels["le"] ?? ""));
    const counts = buckets.map(({ value }) => value);
    const count = series.find((sample) => sample.name === `${name}_count`)?.value;
    const isGrowing = (values: readonly number[], step: number): boolean =>
      values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0) + step);
    if (!isGrowing(bounds, Number.MIN_VALUE)) throw new Error(`${key}: bounds do not grow.`);
    if (!isGrowing(counts, 0)) throw new Error(`${key}: buckets are not cumulative.`);
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || counts.at(-1) !== count) {
      throw new Error(`${key}: the last bucket is not all there are.`);
    }
    if (series.filter((sample) => sample.name === `${name}_sum`).length !== 1) {
      throw new Error(`${key}: no sum.`);
    }
  }
}
