import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { labTest } from "../ground/lab-test.ts";
import { runOms, writeCatalog } from "../ground/oms.ts";
import { startServerProcess } from "../ground/server.ts";

/** A search may have to wait for a step of what builds the index, and for cores that the import wants as well. */
const waitMsMax = 2_000;
/** From the end of an import; the index of a million is built beside the searches. */
const foundMsMax = 120_000;

export const test = labTest({
  about: `Imports a large catalog beside a built server that is searched all the while, then one with an instrument more, and
looks whether it answers throughout, stays ready, and finds what is new.`,
  options: { rows: { kind: "count", about: "instruments", usual: 1_000_000, short: 50_000, min: 1 } },
  run: async ({ options, folder, tell }) =>
    tell({ line: "the server followed", faults: await followImports(options.rows, folder) }),
});

async function followImports(rows: number, folder: string): Promise<string[]> {
  const environment = { DATA_DIR: folder };
  const file = join(folder, "catalog.csv");
  await runOms(environment, "keys", "make");
  const server = await startServerProcess(environment);
  try {
    const symbols = nameSymbols(rows + 1);
    const faults: string[] = [];
    for (const count of [rows, rows + 1]) {
      await writeCatalog(file, symbols.slice(0, count));
      const asked = await askWhile(server.port, symbols[count - 1] ?? "", foundMsMax, () =>
        runOms(environment, "instruments", "import", file),
      );
      console.log(
        `${count.toLocaleString("en")} instruments: imported in ${inSeconds(asked.importMs)}, found ${inSeconds(asked.foundMs)} later; ` +
          `${asked.count} searches meanwhile, the slowest ${asked.slowestMs.toFixed(0)} ms`,
      );
      faults.push(...asked.faults);
      if (asked.slowestMs > waitMsMax) faults.push(`A search took ${asked.slowestMs.toFixed(0)} ms.`);
    }
    const complaints = server.complaints();
    return complaints === "" ? faults : [...faults, `The server complained: ${complaints.slice(0, 500)}`];
  } finally {
    await server.kill();
  }
}

function inSeconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

/** How a server answered while something was done beside it, until it found what is new. */
type Asked = {
  readonly importMs: number;
  /** From the end of the import. */
  readonly foundMs: number;
  readonly count: number;
  readonly slowestMs: number;
  readonly faults: readonly string[];
};

const pauseMs = 50;

/** Searches for a symbol again and again, and asks whether the server is ready, until an import is over and it is found. */
async function askWhile(
  port: number,
  symbol: string,
  foundMsMax: number,
  doImport: () => Promise<unknown>,
): Promise<Asked> {
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  let endMs: number | undefined;
  const faults: string[] = [];
  const importing = doImport().then(
    () => {
      endMs = performance.now();
    },
    (failure: unknown) => {
      endMs = performance.now();
      faults.push(`The import failed: ${failure instanceof Error ? failure.message : failure}`);
    },
  );
  let count = 0;
  let slowestMs = 0;
  for (; faults.length === 0; count += 1) {
    const askedMs = performance.now();
    const found = await search(origin, symbol, faults);
    slowestMs = Math.max(slowestMs, performance.now() - askedMs);
    await askReadiness(origin, faults);
    // What it finds before the import has ended would be of a catalog that is not in force.
    if (found && endMs === undefined) await importing;
    if (found) break;
    if (endMs !== undefined && performance.now() - endMs > foundMsMax) faults.push(`${symbol} is not found.`);
    await wait(pauseMs);
  }
  await importing;
  const over = endMs ?? performance.now();
  return {
    importMs: over - began,
    foundMs: Math.max(0, performance.now() - over),
    count,
    slowestMs,
    faults,
  };
}

async function search(origin: string, symbol: string, faults: string[]): Promise<boolean> {
  const answer = await fetch(`${origin}/api/v1/MarketData/GetSymbolSearch/${symbol}`);
  if (answer.status !== 200) faults.push(`A search was answered with ${answer.status}.`);
  const { data } = (await answer.json()) as { readonly data?: readonly { readonly symbol?: string }[] };
  return data?.[0]?.symbol === symbol;
}

async function askReadiness(origin: string, faults: string[]): Promise<void> {
  const { status } = await fetch(`${origin}/readyz`);
  if (status !== 200) faults.push(`Asked whether it is ready, the server answered ${status}.`);
}

const letterCount = 26;
const length = 5;

/** As many symbols, none of which is the beginning of another. */
export function nameSymbols(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    let left = index;
    let symbol = "";
    for (let place = 0; place < length; place += 1) {
      symbol = String.fromCharCode("A".charCodeAt(0) + (left % letterCount)) + symbol;
      left = Math.floor(left / letterCount);
    }
    return symbol;
  });
}
