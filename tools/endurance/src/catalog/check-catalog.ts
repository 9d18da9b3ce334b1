import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runOms } from "../run-oms.ts";
import { startServerProcess } from "../start-server-process.ts";
import { writeCatalog } from "../write-catalog.ts";
import { askWhile } from "./ask-while.ts";
import { nameSymbols } from "./name-symbols.ts";

const usage = `Imports a large catalog beside a built server that is searched all the while, then one with an instrument more, and looks
whether it answers throughout, stays ready, and finds what is new.

  pnpm check:catalog [--rows N]

  --rows N    how many instruments   (1000000)
  --help      this text

Exit codes: 0 all is as it has to be, 1 not so, 2 used wrongly.`;

/** A search may have to wait for a step of what builds the index, and for cores that the import wants as well. */
const waitMsMax = 2_000;
/** From the end of an import; the index of a million is built beside the searches. */
const foundMsMax = 120_000;

process.exitCode = await checkCatalog(process.argv.slice(2));

async function checkCatalog(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if (typeof settings === "string") {
    console.error(`${settings}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const faults = await followImports(settings.rows);
  for (const fault of faults) console.error(`  ${fault}`);
  console.log(faults.length === 0 ? "The server followed." : "The server did not follow as it should.");
  return faults.length === 0 ? 0 : 1;
}

async function followImports(rows: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "oms-catalog-"));
  const environment = { DATA_DIR: folder };
  const file = join(folder, "catalog.csv");
  try {
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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function inSeconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

type Settings = { readonly rows: number; readonly help: boolean };

function readSettings(words: readonly string[]): Settings | string {
  try {
    const options = {
      rows: { type: "string", default: "1000000" },
      help: { type: "boolean", default: false },
    } as const;
    const { rows, help } = parseArgs({ args: [...words], options }).values;
    if (!/^[1-9]\d{0,6}$/.test(rows)) return `--rows ${rows} is no number from 1 to 9999999.`;
    return { rows: Number(rows), help };
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}
