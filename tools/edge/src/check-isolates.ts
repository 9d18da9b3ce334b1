import { edgeWorkers } from "./edge-workers.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureStartup, startupMsLeast } from "./measure-startup.ts";
import { readWorkerOptions } from "./worker-options.ts";

const usage = `Measures what the Workers take of workerd on this machine, beside what was agreed: the time in which each
is evaluated, as its profiler sees it, and what the isolate holds that has searched 20,000 instruments.

  pnpm check:edge

Exit codes: 0 all of it is within what was agreed, 1 something is not, 2 used wrongly.`;

/** A tenth of what Cloudflare lets a start take. */
const startupMsMax = 100;
/** Half of what an isolate may have. */
const memoryBytesMax = 64_000_000;
const instrumentCount = 20_000;
const startCount = 5;

process.exitCode = await checkIsolates(process.argv.slice(2));

async function checkIsolates(words: readonly string[]): Promise<number> {
  if (words.length > 0) {
    console.log(usage);
    return words[0] === "--help" ? 0 : 2;
  }
  let isWithin = true;
  const tell = (what: string, measured: number, agreed: number, unit: string): void => {
    const isBroken = !(measured > 0 && measured <= agreed);
    if (isBroken) isWithin = false;
    console.log(
      `${isBroken ? "BROKEN: " : ""}${what}: ${measured.toFixed(1)} ${unit} of ${agreed} ${unit} agreed`,
    );
  };
  for (const worker of edgeWorkers) {
    const options = await readWorkerOptions(worker, {});
    const times: number[] = [];
    for (let start = 0; start < startCount; start += 1) times.push(await measureStartup(options));
    times.sort((one, other) => one - other);
    const median = times.some(Number.isNaN) ? Number.NaN : (times[2] ?? Number.NaN);
    const note = median <= startupMsLeast ? " (or less: below it nothing is sampled)" : "";
    tell(
      `${options.name} by ${worker.configurationFile}, start-up, the median of ${startCount}${note}`,
      median,
      startupMsMax,
      "ms",
    );
  }
  const held = await measureMemory(instrumentCount);
  tell(`trading-oms, memory with 20,000 instruments`, held / 1e6, memoryBytesMax / 1e6, "MB");
  return isWithin ? 0 : 1;
}
