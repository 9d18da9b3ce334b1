import { openSqliteStore } from "@trading-oms/store";
import { fillPositions } from "./fill-positions.ts";
import { breathe, listSymbols, openBenchWatch } from "./open-bench-watch.ts";
import { type LongestTurn, timeTurns } from "./time-turns.ts";

/** How many positions are read from which file, which is made for it. */
export type LoadingRun = {
  readonly path: string;
  readonly positionCount: number;
  readonly symbolCount: number;
};

/** How long it took until all were under watch, and for how long nothing else had its turn meanwhile. */
export type Loading = { readonly seconds: number; readonly longest: LongestTurn };

const run: LoadingRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runLoading(run)));

async function runLoading({ path, positionCount, symbolCount }: LoadingRun): Promise<Loading> {
  const store = await openSqliteStore({ path });
  const symbols = Array.from({ length: symbolCount }, (_, index) => `S${index}`);
  await listSymbols(store, symbols);
  fillPositions(path, positionCount, symbolCount);
  // What was done before is of another turn.
  await breathe();
  const longestTurn = timeTurns();
  const began = performance.now();
  const { watch } = await openBenchWatch(store);
  const seconds = (performance.now() - began) / 1_000;
  const longest = longestTurn();
  const { positionCount: held } = watch.counts();
  if (held !== positionCount) throw new Error(`Of ${positionCount} positions ${held} are under watch.`);
  await store.close();
  return { seconds, longest };
}
