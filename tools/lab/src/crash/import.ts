import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { importCatalog, moveCash, openAccount, type Services } from "@trading-oms/brokerage";
import { labTest } from "../ground/lab-test.ts";
import { makeSqlite } from "./engines.ts";
import { hashText } from "./stock.ts";

/** Progress is told each thousand rows: of few, half is told only when the import is held back already. */
const rowsMin = 10_000;
const waitMsMax = 100;
const attemptCount = 3;
const quoteCount = 20_000;
const quoteRounds = 5;

export const test = labTest({
  about: `Imports a large catalog into SQLite beside a writer, kills another import half-way, and saves quotes beside a writer.
No write may wait over 100 ms, and the old catalog survives. A machine that is busy for a moment says nothing about us, so an
import or a save beside which a write waited too long is made again, three times at most.`,
  options: {
    rows: { kind: "count", about: "rows of the catalog", usual: 1_000_000, short: 100_000, min: rowsMin },
  },
  run: async ({ options, tell }) => {
    const engine = await makeSqlite();
    const store = await engine.open();
    const services: Services = { store, now: () => Date.now(), makeId: randomUUID, hash: hashText };
    try {
      await importCatalog(services, noLines());
      const faults = [
        ...(await checkBeside(services, engine.place, options.rows)),
        ...(await checkKilled(services, engine.place, options.rows)),
        ...(await checkQuotes(services, engine.place)),
      ];
      tell({ line: "imports and saves let others write", faults });
    } finally {
      await store.close();
      await engine.remove();
    }
  },
});

async function checkBeside(services: Services, path: string, rows: number): Promise<string[]> {
  const waitFault = await judgeWaits(() =>
    measureBeside(services, `${rows.toLocaleString("en")} rows`, ["import-rows.ts", path, `${rows}`, "NEW"]),
  );
  const { rowCounts } = await services.store.describe();
  if (rowCounts["instrument"] === rows) return waitFault;
  return [...waitFault, `the catalog has ${rowCounts["instrument"]} rows`];
}

async function checkQuotes(services: Services, path: string): Promise<string[]> {
  const what = `${quoteRounds} times ${quoteCount.toLocaleString("en")} quotes`;
  const waitFault = await judgeWaits(() =>
    measureBeside(services, what, ["save-quotes.ts", path, `${quoteCount}`, `${quoteRounds}`]),
  );
  const { rowCounts } = await services.store.describe();
  return rowCounts["quote"] === quoteCount
    ? waitFault
    : [...waitFault, `there are ${rowCounts["quote"]} quotes`];
}

/** The wait is a matter of the machine as well, and measured again where it was too long. */
async function judgeWaits(measure: () => Promise<number>): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const longestMs = await measure();
    if (longestMs <= waitMsMax) return [];
    const said = `a write waited ${longestMs.toFixed(1)} ms (attempt ${attempt} of ${attemptCount})`;
    if (attempt === attemptCount) return [said];
    console.log(said);
  }
}

async function measureBeside(
  services: Services,
  what: string,
  [program = "", ...words]: readonly string[],
): Promise<number> {
  const began = performance.now();
  const child = startProgram(program, ...words);
  const waits = await writeBeside(services, child.ended);
  // Whoever waits for the writer alone would not hear that the other failed.
  await child.ended;
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `${what} in ${seconds.toFixed(1)} s; beside it ${waits.count} movements, ` +
      `the median waited ${waits.medianMs.toFixed(1)} ms and the longest ${waits.longestMs.toFixed(1)} ms`,
  );
  return waits.longestMs;
}

async function checkKilled(services: Services, path: string, rows: number): Promise<string[]> {
  const child = startProgram("import-rows.ts", path, `${rows}`, "KILLED", "held");
  // Whoever fails before prints nothing, and would be waited for for good.
  await Promise.race([child.printed, child.ended]);
  child.process.kill("SIGKILL");
  await child.ended.catch((failure: unknown) => {
    if (child.process.signalCode !== "SIGKILL") throw failure;
  });
  if (child.process.signalCode === null)
    return ["an import that was held back was over before it was killed"];
  const left = await services.store.findInstrument("NEW0");
  const half = await services.store.findInstrument("KILLED0");
  const isWhole = left !== undefined && half === undefined;
  console.log(`an import that was killed half-way: the old catalog is ${isWhole ? "in force" : "gone"}`);
  return isWhole ? [] : ["an import that was killed half-way changed the catalog"];
}

async function* noLines(): AsyncGenerator<never> {
  // An empty catalog is one as well.
}

/** A program of this folder in a process of its own; `printed` settles with the first thing that it prints. */
type StartedProgram = {
  readonly process: ChildProcess;
  readonly printed: Promise<void>;
  /** Rejects where it ended with anything but 0. */
  readonly ended: Promise<void>;
};

/** Starts a program of this folder. */
function startProgram(name: string, ...words: readonly string[]): StartedProgram {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const printed = new Promise<void>((settle) => child.stdout.once("data", () => settle()));
  const ended = new Promise<void>((settle, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? settle() : reject(new Error(`${name} ended with ${code}.`))));
  });
  return { process: child, printed, ended };
}

/** How long the movements took that were made while something else was going on, in milliseconds. */
type Waits = { readonly count: number; readonly medianMs: number; readonly longestMs: number };

const pauseMs = 2;

/** Moves cash, one movement after the other, until something else is over, and measures how long each waits. */
async function writeBeside(services: Services, other: Promise<unknown>): Promise<Waits> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  other.then(over, over);
  const key = { userId: "u-beside", accountId: "A-beside" };
  await openAccount(services, key);
  const waits: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const moved = await moveCash(services, { key, kind: "deposit", amountVnd: 1n });
    if (moved.kind !== "done") throw new Error(moved.message);
    waits.push(performance.now() - began);
    await new Promise((settle) => setTimeout(settle, pauseMs));
  }
  waits.sort((left, right) => left - right);
  return {
    count: waits.length,
    medianMs: waits[Math.floor(waits.length / 2)] ?? Number.NaN,
    longestMs: waits.at(-1) ?? Number.NaN,
  };
}
