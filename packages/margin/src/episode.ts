import { leastOf } from "./least-of.ts";

/**
 * What is remembered of the margin calls of one symbol in one account. It outlives the position, so that the number
 * of an episode never returns.
 */
export type Episode = {
  /** Raised by each opening; 0 before the first. */
  readonly number: bigint;
  readonly isOpen: boolean;
  readonly isForceCloseTold: boolean;
  /** The full hours of trading up to which reminders were told or passed over. */
  readonly reminder: bigint;
};

/** What a symbol starts with in an account. */
export const noEpisode: Episode = { number: 0n, isOpen: false, isForceCloseTold: false, reminder: 0n };

/** The ratio at which an episode ends, in parts of a whole; it may lie between two millionths. */
export type Recovery = { readonly parts: bigint; readonly whole: bigint };

/** A tenth above the call rate, so that a price that hovers does not call again and again; never more than 1. */
export function recoveryOf(marginCallRate: bigint): Recovery {
  const whole = 10_000_000n;
  return { parts: leastOf(marginCallRate * 11n, whole), whole };
}
