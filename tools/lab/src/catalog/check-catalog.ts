import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runOms, writeCatalog } from "@trading-oms/scratch";
import { seconds } from "../harness/figures.ts";
import { labTest, widen } from "../harness/lab-test.ts";
import { checkQuiet, type ServerProcess, search, startServerProcess } from "../harness/server.ts";

/** A search may have to wait for one step of the index build, and for processors that the import uses. */
const waitMsMax = 2_000;
/** Counted from the end of an import. The index of a million instruments is built while searches run. */
const foundMsMax = 120_000;

export const test = labTest({
  about: `Imports a large catalog beside a built server that is searched all the while, then one with an instrument more, and
looks whether it answers throughout, stays ready, and finds what is new.`,
  options: { rows: { kind: "count", about: "instruments", usual: 1_000_000, short: 50_000, min: 1 } },
  run: async ({ options, isShort, folder, report }) => {
    const waitMs = widen(waitMsMax, isShort);
    report({ line: "the server followed", faults: await followImports(options.rows, folder, waitMs) });
  },
});

async function followImports(rows: number, folder: string, waitMs: number): Promise<string[]> {
  const environment = { DATA_DIR: folder };
  const file = join(folder, "catalog.csv");
  await runOms(environment, "keys", "make");
  const server = await startServerProcess(environment);
  try {
    const symbols = nameSymbols(rows + 1);
    const faults: string[] = [];
    for (const count of [rows, rows + 1]) {
      await writeCatalog(file, symbols.slice(0, count));
      const importing = runOms(environment, "instruments", "import", file);
      faults.push(...(await searchWhile(server, symbols[count - 1] ?? "", importing, waitMs)));
    }
    return [...faults, ...checkQuiet(server)];
  } finally {
    await server.kill();
  }
}

const pauseMs = 50;

/** Searches for a symbol and probes readiness in a loop, until the import has ended and the symbol is found. */
async function searchWhile(
  server: ServerProcess,
  symbol: string,
  importing: Promise<unknown>,
  waitMs: number,
): Promise<string[]> {
  const began = performance.now();
  let endMs = Number.POSITIVE_INFINITY;
  const ending = importing.finally(() => {
    endMs = performance.now();
  });
  ending.catch(() => {});
  const faults: string[] = [];
  let [count, slowestMs] = [0, 0];
  for (; ; await wait(pauseMs)) {
    const askedMs = performance.now();
    const { data } = await search(server, symbol);
    slowestMs = Math.max(slowestMs, performance.now() - askedMs);
    count += 1;
    const { status } = await fetch(`${server.url}/readyz`);
    if (status !== 200) faults.push(`Asked whether it is ready, the server answered ${status}.`);
    if (data?.[0]?.symbol === symbol) break;
    if (performance.now() - endMs > foundMsMax) faults.push(`${symbol} is not found.`);
    if (faults.length > 0) break;
  }
  const foundMs = performance.now();
  // A symbol found before the import has ended would come from a catalog that is not in force.
  await ending;
  if (slowestMs > waitMs) faults.push(`A search took ${slowestMs.toFixed(0)} ms.`);
  console.log(
    `imported in ${seconds(endMs - began)}, found ${seconds(Math.max(0, foundMs - endMs))} later; ` +
      `${count} searches meanwhile, the slowest ${slowestMs.toFixed(0)} ms`,
  );
  return faults;
}

/** Makes a number of five-letter symbols, none a prefix of another. */
export function nameSymbols(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const letter = (place: number): number => 65 + (Math.floor(index / 26 ** place) % 26);
    return String.fromCharCode(letter(4), letter(3), letter(2), letter(1), letter(0));
  });
}
