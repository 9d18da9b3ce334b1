import { checkChanges } from "./check-changes.ts";
import { checkRubbish } from "./check-rubbish.ts";
import { checkSlowSenders } from "./check-slow-senders.ts";
import { checkStarts } from "./check-starts.ts";
import { checkStopping } from "./check-stopping.ts";
import type { Verdict } from "./verdict.ts";

/** What a check is given: a folder of its own with the demonstration in it, and what chance hangs on. */
export type Trial = { readonly folder: string; readonly seed: number; readonly isShort: boolean };

/** The checks by name, in the order in which they run. */
export const everyCheck = {
  stopping: async (trial: Trial): Promise<Verdict[]> => [await checkStopping(trial, trial.isShort ? 4 : 20)],
  slow: async (trial: Trial): Promise<Verdict[]> => [await checkSlowSenders(trial)],
  starts: async (trial: Trial): Promise<Verdict[]> => [await checkStarts(trial, trial.isShort ? 5 : 15)],
  changes: async (trial: Trial): Promise<Verdict[]> => checkChanges(trial),
  rubbish: async (trial: Trial): Promise<Verdict[]> => [
    await checkRubbish(trial, trial.isShort ? 5_000 : 100_000),
  ],
} as const;

/** The name of a check. */
export type CheckName = keyof typeof everyCheck;

export const checkNames: readonly CheckName[] = Object.keys(everyCheck) as CheckName[];
