import type { HeldKeys } from "./key-source.ts";
import type { Verdict } from "./verdict.ts";

/** Verdicts that would be the same again. */
export type RememberedVerdicts = {
  readonly recall: (authorization: string, keys: HeldKeys, nowMs: number) => Verdict | undefined;
  readonly remember: (authorization: string, verdict: Verdict, held: VerdictHeld) => void;
  readonly count: () => number;
};

/** What a verdict rests on, and from when until when it is sure to be the same. */
export type VerdictHeld = { readonly keys: HeldKeys; readonly sinceMs: number; readonly untilMs: number };

const ageMsMax = 60_000;

/**
 * Remembers the latest tokens that were trusted, so that a user's next request does not pay for the signature again. A
 * refusal is not remembered: it may change, and whoever sends what is refused would fill the memory. All is forgotten
 * with the keys it rests on.
 *
 * The header is looked up as a whole in a Map, by a hash with the process's own seed, and compared only with one of the
 * same hash; so the time it takes tells nobody how much of a token he has guessed.
 */
export function rememberVerdicts(countMax: number): RememberedVerdicts {
  type Entry = { readonly verdict: Verdict; readonly sinceMs: number; readonly untilMs: number };
  const entries = new Map<string, Entry>();
  let keysNow: HeldKeys | undefined;
  const turnTo = (keys: HeldKeys) => {
    if (keys === keysNow) return;
    entries.clear();
    keysNow = keys;
  };
  return {
    recall: (authorization, keys, nowMs) => {
      turnTo(keys);
      const entry = entries.get(authorization);
      if (entry === undefined) return undefined;
      entries.delete(authorization);
      // A token may have begun after what a clock says that was set back.
      if (nowMs >= entry.untilMs || nowMs < entry.sinceMs) return undefined;
      entries.set(authorization, entry);
      return entry.verdict;
    },
    remember: (authorization, verdict, { keys, sinceMs, untilMs }) => {
      if (verdict.kind !== "user") return;
      turnTo(keys);
      const entry = {
        verdict,
        sinceMs,
        untilMs: Math.min(untilMs, sinceMs + ageMsMax),
      };
      entries.set(authorization, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= countMax) break;
        entries.delete(oldest);
      }
    },
    count: () => entries.size,
  };
}
