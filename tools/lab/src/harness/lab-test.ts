import { parseArgs } from "node:util";

/** A result line with figures, and the faults found. */
export type Verdict = { readonly line: string; readonly faults: readonly string[] };

const tryCountMax = 3;

/**
 * A time limit, four times as wide in the short form: the machine of CI may be slow, and other checks run beside. The long form judges the
 * limit itself.
 */
export function widen(msMax: number, isShort: boolean): number {
  return isShort ? 4 * msMax : msMax;
}

/** Checks again after a fault, since other load on the machine slows answers: one good try of three is enough. */
export async function tryAgain(name: string, check: () => Promise<Verdict[]>): Promise<Verdict[]> {
  for (let count = 1; ; count += 1) {
    const verdicts = await check();
    const bad = verdicts.filter(({ faults }) => faults.length > 0);
    if (bad.length === 0 || count === tryCountMax) return verdicts;
    for (const { line, faults } of bad)
      console.log(`${name}: try ${count} of ${tryCountMax}: ${line}: ${faults.join("; ")}`);
  }
}

/** A numeric option of a test; `short` is its default in the short form. */
type Count = {
  readonly kind: "count";
  readonly about: string;
  readonly usual: number;
  readonly short?: number;
  readonly min?: number;
};
type Flag = { readonly kind: "flag"; readonly about: string };
type Choice = { readonly kind: "choice"; readonly about: string; readonly names: readonly string[] };
type Options = Readonly<Record<string, Count | Flag | Choice>>;

type ValueOf<Option> = Option extends Count
  ? number
  : Option extends Flag
    ? boolean
    : Option extends Choice
      ? Option["names"][number] | undefined
      : never;

/** The arguments of a test run. */
export type Run<Known extends Options = Options> = {
  readonly options: { readonly [Name in keyof Known]: ValueOf<Known[Name]> };
  readonly isShort: boolean;
  readonly seed: number;
  /** A temporary folder, which is removed afterwards. */
  readonly folder: string;
  /** Prints a verdict. The test fails if it has faults. */
  readonly report: (verdict: Verdict) => void;
};

export type LabTest<Known extends Options = Options> = {
  /** What the test does and what must hold, for `--help`. */
  readonly about: string;
  readonly options: Known;
  run(run: Run<Known>): Promise<void>;
};

export function labTest<const Known extends Options>(test: LabTest<Known>): LabTest {
  return test as LabTest;
}

type Words = Pick<Run, "options" | "isShort" | "seed"> & { readonly help: boolean };

/** Parses the command line. Returns an error message if it is invalid. */
export function readWords(
  { options }: Pick<LabTest, "options">,
  words: readonly string[],
  newSeed: number,
): Words | { readonly fault: string } {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean", default: false } as const;
    const known = Object.entries(options).map(([name, { kind }]) => [name, kind === "flag" ? flag : text]);
    const parsed = parseArgs({
      args: [...words],
      options: { short: flag, help: flag, seed: text, ...Object.fromEntries(known) },
    });
    const values: Readonly<Record<string, unknown>> = parsed.values;
    const isShort = values["short"] === true;
    const read = (name: string, option: Options[string]) => {
      const given = values[name];
      if (option.kind === "flag") return given === true;
      if (option.kind === "count") {
        const { usual, short = usual, min = 0 } = option;
        return given === undefined ? (isShort ? short : usual) : readCount(name, String(given), min);
      }
      if (given === undefined || option.names.includes(String(given))) return given?.toString();
      throw new Error(`--${name} ${given} is not known; there are ${option.names.join(", ")}.`);
    };
    const seed = values["seed"];
    return {
      options: Object.fromEntries(Object.entries(options).map(([name, each]) => [name, read(name, each)])),
      isShort,
      seed: seed === undefined ? newSeed : readCount("seed", String(seed), 0),
      help: values["help"] === true,
    };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}

function readCount(name: string, value: string, min: number): number {
  if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} ${value} is no whole number.`);
  if (Number(value) < min) throw new Error(`--${name} ${value} is too few: give ${min} at least.`);
  return Number(value);
}

/** The text of `--help`. */
export function renderHelp(name: string, { about, options }: LabTest): string {
  const rows = [
    ["--short", "the short form, as CI runs it"],
    ["--seed N", "the random seed (a new one)"],
    ...Object.entries(options).map(([word, option]) => {
      if (option.kind === "flag") return [`--${word}`, option.about];
      if (option.kind === "choice") return [`--${word} NAME`, `${option.about}: ${option.names.join(", ")}`];
      const { usual, short } = option;
      return [`--${word} N`, `${option.about} (${usual}${short === undefined ? "" : `; short: ${short}`})`];
    }),
    ["--help", "this text"],
  ];
  const width = Math.max(...rows.map(([word = ""]) => word.length));
  const lines = rows.map(([word = "", text = ""]) => `  ${word.padEnd(width)}   ${text}`);
  return `${about}\n\n  pnpm lab ${name} [options]\n\n${lines.join("\n")}\n\nExit codes: 0 it holds, 1 it does not, 2 used wrongly.`;
}
