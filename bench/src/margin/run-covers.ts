import { openBenchStore } from "../store/open-bench-store.ts";
import { runBesideFlushes } from "../store/run-beside-flushes.ts";
import { coverAccounts, judgeAudits } from "./cover-accounts.ts";
import type { CoverRun, CoverSlice } from "./measure-covers.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";
import { timeCommits } from "./time-commits.ts";

/** Sets covers for a while in a process of its own, and prints as JSON what it took. */
const run: CoverRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runCovers(run)));

async function runCovers({ place, writers, durationMs, without, flush }: CoverRun): Promise<CoverSlice[]> {
  const store = await openBenchStore(place, without);
  const services = await openCoverServices(store);
  await openCoverAccounts(services, writers);
  const counts = Array<number>(writers).fill(1);
  const cover = async (eachMs: number) => {
    const covered = await coverAccounts(services, counts, eachMs);
    return { ...covered, ...(await timeCommits(services, counts)) };
  };
  // At first statements are compiled and the log still grows, which is written over afterwards; and code is fast after two seconds.
  await cover(durationMs);
  const slices =
    flush === undefined
      ? [await cover(durationMs)]
      : await runBesideFlushes({ place, durationMs, flush }, cover);
  await judgeAudits(services, counts);
  await store.close();
  return slices;
}
