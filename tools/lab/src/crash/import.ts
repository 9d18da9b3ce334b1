import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { moveCash, openAccount, type Services } from "@trading-oms/brokerage";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { type Program, startProgram } from "@trading-oms/scratch";
import { listRecords, makeServices, need } from "../harness/accounts.ts";
import { quantile } from "../harness/figures.ts";
import { labTest } from "../harness/lab-test.ts";
import { makeSqlite } from "./engines.ts";

/**
 * Progress is reported every thousand rows. With fewer rows, half-way would be reported only after the import is
 * already paused.
 */
const rowsMin = 10_000;
const waitMsMax = 100;
const attemptCount = 3;
const quoteCount = 20_000;
const quoteRounds = 5;
/** The account with cash movements during an import. */
const key = { userId: "u-beside", accountId: "A-beside" };

export const test = labTest({
  about: `Imports a large catalog into SQLite beside a writer, kills another import half-way, and saves quotes beside a writer.
No write may wait over 100 ms, and the old catalog survives. A machine that is busy for a moment says nothing about us, so an
import or a save beside which a write waited too long is made again, three times at most.`,
  options: {
    rows: { kind: "count", about: "rows of the catalog", usual: 1_000_000, short: 100_000, min: rowsMin },
  },
  run: async ({ options: { rows }, report }) => {
    const engine = await makeSqlite();
    const store = await engine.open();
    const services = makeServices(store);
    try {
      // An empty catalog counts as one.
      await listRecords(services, []);
      need(await openAccount(services, key));
      const start = (...words: readonly (string | number)[]) => startWriter(engine.place, ...words);
      const faults = [
        ...(await checkWaits(services, `${rows} rows`, () => start("import", rows, "NEW"))),
        ...(await checkCount(services, "instrument", rows)),
        ...(await checkKilled(services, start("import", rows, "KILLED", "held"))),
        ...(await checkWaits(services, `${quoteRounds} times ${quoteCount} quotes`, () =>
          start("quotes", quoteCount, quoteRounds),
        )),
        ...(await checkCount(services, "quote", quoteCount)),
      ];
      report({ line: "imports and saves let others write", faults });
    } finally {
      await store.close();
      await engine.remove();
    }
  },
});

async function checkCount(
  { store }: { readonly store: DurableStore },
  table: string,
  due: number,
): Promise<string[]> {
  const rowCounts = await store.countRows();
  return rowCounts[table] === due ? [] : [`${rowCounts[table]} rows of ${table} are there instead of ${due}`];
}

/** Measures the longest wait, up to three times: a busy machine may be the cause. */
async function checkWaits(services: Services, what: string, start: () => Program): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const longestMs = await measureBeside(services, what, start());
    if (longestMs <= waitMsMax) return [];
    const said = `a write waited ${longestMs.toFixed(1)} ms (attempt ${attempt} of ${attemptCount})`;
    if (attempt === attemptCount) return [said];
    console.log(said);
  }
}

/** Moves cash repeatedly until a program has ended. Returns the longest wait. */
async function measureBeside(services: Services, what: string, program: Program): Promise<number> {
  const began = performance.now();
  let isOver = false;
  const ending = program.ended.finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  for (; !isOver; await wait(2)) {
    const movedMs = performance.now();
    need(await moveCash(services, { key, kind: "deposit", amountVnd: 1n }));
    waits.push(performance.now() - movedMs);
  }
  const { code } = await ending;
  if (code !== 0) throw new Error(`${what}: the process ended with ${code}: ${program.complained()}`);
  const [medianMs, longestMs] = [quantile(waits, 0.5), quantile(waits, 1)];
  console.log(
    `${what} in ${((performance.now() - began) / 1_000).toFixed(1)} s; beside it ${waits.length} movements, ` +
      `the median waited ${medianMs.toFixed(1)} ms and the longest ${longestMs.toFixed(1)} ms`,
  );
  return longestMs;
}

async function checkKilled({ store }: Services, program: Program): Promise<string[]> {
  await program.untilPrinted(/half-way/, 600_000);
  const { signal } = await program.end("SIGKILL");
  if (signal !== "SIGKILL") return ["an import that was held back was over before it was killed"];
  const left = await store.findInstrument("NEW0");
  const half = await store.findInstrument("KILLED0");
  const isWhole = left !== undefined && half === undefined;
  console.log(`an import that was killed half-way: the old catalog is ${isWhole ? "in force" : "gone"}`);
  return isWhole ? [] : ["an import that was killed half-way changed the catalog"];
}

/** Starts a concurrent writer: `import ROWS PREFIX [held]` or `quotes COUNT ROUNDS`. */
function startWriter(path: string, ...words: readonly (string | number)[]): Program {
  const program = fileURLToPath(new URL("write-beside.ts", import.meta.url));
  return startProgram(process.execPath, [program, path, ...words.map(String)]);
}
