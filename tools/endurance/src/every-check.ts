import type { Launch } from "@trading-oms/scratch";
import { checkChanges } from "./check-changes.ts";
import { checkFlood } from "./check-flood.ts";
import { checkRubbish } from "./check-rubbish.ts";
import { checkSlowSenders } from "./check-slow-senders.ts";
import { checkStarts } from "./check-starts.ts";
import { checkStopping } from "./check-stopping.ts";
import { checkStoreAway } from "./check-store-away.ts";
import { checkHostile } from "./hostile/check-hostile.ts";
import type { Verdict } from "./verdict.ts";

/** What a check is given: a folder of its own with the demonstration in it, what chance hangs on, and a runtime. */
export type Trial = {
  readonly folder: string;
  readonly seed: number;
  readonly isShort: boolean;
  /** How the server is started; on Node where nothing is said. */
  readonly launch: Launch | undefined;
};

/** The checks by name, in the order in which they run. */
export const everyCheck = {
  stopping: async (trial: Trial): Promise<Verdict[]> => [await checkStopping(trial, trial.isShort ? 4 : 20)],
  slow: async (trial: Trial): Promise<Verdict[]> => [await checkSlowSenders(trial)],
  starts: async (trial: Trial): Promise<Verdict[]> => [await checkStarts(trial, trial.isShort ? 5 : 15)],
  changes: async (trial: Trial): Promise<Verdict[]> => checkChanges(trial),
  flood: async ({ folder }: Trial): Promise<Verdict[]> => [await checkFlood(folder)],
  "store-away": async (trial: Trial): Promise<Verdict[]> => checkStoreAway(trial),
  rubbish: async (trial: Trial): Promise<Verdict[]> => [
    await checkRubbish(trial, trial.isShort ? 5_000 : 100_000),
  ],
  hostile: async ({ folder, isShort }: Trial): Promise<Verdict[]> =>
    checkHostile(folder, isShort ? 8_000 : 60_000),
} as const;

/** The name of a check. */
export type CheckName = keyof typeof everyCheck;

export const checkNames: readonly CheckName[] = Object.keys(everyCheck) as CheckName[];

/** Those that look at any runtime; how soon Node is ready, and what a database tells it, says nothing of others. */
export const runtimeCheckNames: readonly CheckName[] = ["stopping", "slow", "rubbish"];
