import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { type GuideStep, type ShownAnswer, someNumber } from "./read-guide.ts";

/** A shell session that keeps its state between commands. */
export type Shell = {
  readonly run: (command: string) => Promise<Ran>;
  /** Kills the shell and what its commands left running, and resolves when it has exited. */
  readonly close: () => Promise<void>;
};

/** The stdout, stderr and exit code of a command. */
export type Ran = { readonly printed: string; readonly said: string; readonly exitCode: number };

/** Opens a shell in a folder. A command beyond the time limit ends it. */
export function openShell(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
  runMsMax: number,
): Shell {
  const child = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env: environment, detached: true });
  const kill = (): void => void (child.pid !== undefined && process.kill(-child.pid, "SIGKILL"));
  process.once("exit", kill);
  const ended = once(child, "close").finally(() => process.off("exit", kill));
  // If the shell ends, the running command rejects as well; nothing else awaits this promise.
  ended.catch(() => {});
  child.stdin.on("error", () => {});
  const outlets = [child.stdout.setEncoding("utf8"), child.stderr.setEncoding("utf8")] as const;

  const run = async (command: string): Promise<Ran> => {
    const mark = randomUUID();
    const outputs = Promise.all(outlets.map((outlet) => readUntil(outlet, mark)));
    const timer = setTimeout(kill, runMsMax);
    const printMark = `printf '%s %s.' ${mark} "$?"`;
    child.stdin.write(`eval ${quote(command)} </dev/null; { ${printMark}; ${printMark} >&2; }\n`);
    try {
      const [out, aside] = await outputs;
      return { printed: out?.text ?? "", said: aside?.text ?? "", exitCode: out?.exitCode ?? 1 };
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    run,
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) kill();
      await ended;
    },
  };
}

/** Reads until the mark, which is followed by the exit code. */
function readUntil(
  outlet: NodeJS.ReadableStream,
  mark: string,
): Promise<{ readonly text: string; readonly exitCode: number }> {
  return new Promise((settle, reject) => {
    let output = "";
    const stop = (): void => {
      outlet.off("data", collect);
      outlet.off("end", fail);
    };
    const fail = (): void => {
      stop();
      reject(new Error(`The shell ended before the command did; it said: ${output}`));
    };
    const collect = (text: string): void => {
      output += text;
      const [before = "", code] = output.split(mark);
      if (code?.endsWith(".") !== true) return;
      stop();
      settle({ text: before, exitCode: Number.parseInt(code, 10) });
    };
    outlet.on("data", collect);
    outlet.on("end", fail);
  });
}

/** Quotes a text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Reports differences between a printed and a shown answer. An ellipsis matches a positive whole number or, in a
 * string, characters other than spaces. All else must be equal, including the set of members. The columns of a table
 * may be wider.
 */
export function matchAnswer(shown: ShownAnswer | undefined, printed: string): string[] {
  if (shown?.kind !== "json") return matchText(shown?.text ?? "", printed.trimEnd());
  try {
    return [...matchValue(shown.value, JSON.parse(printed), "the answer")];
  } catch {
    return [`JSON is shown, and this was printed: ${printed.trimEnd() || "nothing"}`];
  }
}

function matchText(shown: string, printed: string): string[] {
  const rows = (text: string): string[] =>
    text.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, "  "));
  const [shownRows, printedRows] = [rows(shown), rows(printed)];
  const isSame =
    shownRows.length === printedRows.length &&
    shownRows.every((row, index) => isLike(row, printedRows[index] ?? ""));
  return isSame
    ? []
    : [`this is shown:\n${shown || "nothing"}\nand this was printed:\n${printed || "nothing"}`];
}

function* matchValue(shown: unknown, printed: unknown, place: string): Generator<string> {
  if (Array.isArray(shown) && Array.isArray(printed)) {
    if (shown.length !== printed.length)
      yield `${place} has ${printed.length} items, and ${shown.length} are shown`;
    for (const [index, item] of shown.slice(0, printed.length).entries()) {
      yield* matchValue(item, printed[index], `${place}[${index}]`);
    }
  } else if (isRecord(shown) && isRecord(printed)) {
    for (const name of Object.keys(printed)) {
      if (!Object.hasOwn(shown, name))
        yield `${place}.${name} is not shown, and is ${JSON.stringify(printed[name])}`;
    }
    for (const [name, member] of Object.entries(shown)) {
      if (!Object.hasOwn(printed, name)) yield `${place}.${name} is shown, and is not there`;
      else yield* matchValue(member, printed[name], `${place}.${name}`);
    }
  } else if (!isValueLike(shown, printed)) {
    yield `${place} is ${JSON.stringify(printed)}, and ${describeShown(shown)} is shown`;
  }
}

function isValueLike(shown: unknown, printed: unknown): boolean {
  if (shown === someNumber) return Number.isSafeInteger(printed) && Number(printed) > 0;
  return typeof shown === "string" && typeof printed === "string"
    ? isLike(shown, printed)
    : shown === printed;
}

function isLike(shown: string, printed: string): boolean {
  const pattern = shown.split("…").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${pattern.join("\\S+")}$`).test(printed);
}

function describeShown(shown: unknown): string {
  return shown === someNumber ? "a whole number above 0" : JSON.stringify(shown);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How long a step took until its answer matched, and the differences. */
type TakenStep = { readonly elapsedMs: number; readonly faults: readonly string[] };

/** The bounds of the interval between repeats: a slow step is not repeated twenty times a second. */
const againMs = { min: 50, max: 250 };

/** Runs the command of a step. A `soon` step is repeated until its answer matches or the time is over. */
export async function takeStep(
  shell: Pick<Shell, "run">,
  { command, isSoon, answer }: GuideStep,
  soonMsMax: number,
): Promise<TakenStep> {
  const began = performance.now();
  for (;;) {
    const { printed, said, exitCode } = await shell.run(command);
    const faults = matchAnswer(answer, printed);
    if (exitCode !== 0) faults.push(`the command ended with ${exitCode}`);
    if (faults.length > 0 && said !== "") faults.push(`beside its answer it said: ${said.trimEnd()}`);
    const elapsedMs = performance.now() - began;
    if (faults.length === 0 || !isSoon || elapsedMs > soonMsMax) return { elapsedMs, faults };
    const pauseMs = Math.min(Math.max(elapsedMs / 10, againMs.min), againMs.max);
    await wait(pauseMs);
  }
}
