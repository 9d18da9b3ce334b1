import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { importCatalog, type Services } from "@trading-oms/brokerage";
import { hashText } from "./hash-text.ts";
import { makeSqlite } from "./make-sqlite.ts";
import { startProgram } from "./start-program.ts";
import { writeBeside } from "./write-beside.ts";

const usage = `Imports a large catalog into SQLite beside a writer, kills another import half-way, and saves quotes beside a writer.

  pnpm check:import [--rows N]

  --rows N   how many rows the catalog has, 10000 at least   (1000000)
  --help     this text

A machine that is busy for a moment says nothing about us, so an import or a save beside which a write waited too long is
made again, three times at most. Exit codes: 0 no write waited over 100 ms and the old catalog survived, 1 otherwise, 2 used
wrongly.`;

/** Progress is told each thousand rows: of few, half is told only when the import is held back already. */
const rowsMin = 10_000;
const waitMsMax = 100;
const attemptCount = 3;
const quoteCount = 20_000;
const quoteRounds = 5;

process.exitCode = await checkImport(process.argv.slice(2));

async function checkImport(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const engine = await makeSqlite();
  const store = await engine.open();
  const services: Services = { store, now: () => Date.now(), makeId: randomUUID, hash: hashText };
  try {
    await importCatalog(services, noLines());
    const faults = [
      ...(await checkBeside(services, engine.place, settings.rows)),
      ...(await checkKilled(services, engine.place, settings.rows)),
      ...(await checkQuotes(services, engine.place)),
    ];
    for (const fault of faults) console.error(`BROKEN: ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await store.close();
    await engine.remove();
  }
}

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

type Settings = { readonly rows: number; readonly help: boolean };

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const options = {
      rows: { type: "string", default: "1000000" },
      help: { type: "boolean", default: false },
    } as const;
    const { rows, help } = parseArgs({ args: [...words], options }).values;
    if (!/^[1-9]\d{0,7}$/.test(rows)) return { fault: `--rows ${rows} is no number of rows.` };
    if (Number(rows) < rowsMin) return { fault: `--rows ${rows} is too few: give ${rowsMin} at least.` };
    return { rows: Number(rows), help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
