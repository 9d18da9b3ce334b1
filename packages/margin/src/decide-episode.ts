import { minOf } from "./arithmetic.ts";
import { figuresOfPosition, type PositionFigures } from "./figures.ts";
import { type Position, valuePosition } from "./position.ts";
import type { Rates } from "./rates.ts";

/** The margin-call state of one symbol in one account. It outlives the position, so that episode numbers are never reused. */
export type Episode = {
  /** Incremented each time an episode opens; 0 before the first. */
  readonly number: bigint;
  readonly isOpen: boolean;
  readonly isForceCloseNotified: boolean;
  /** The number of full trading hours for which reminders were sent or skipped. */
  readonly reminder: bigint;
};

/** The initial state of a symbol in an account. */
export const noEpisode: Episode = { number: 0n, isOpen: false, isForceCloseNotified: false, reminder: 0n };

/** The deal ratio at which an episode ends, as the fraction `parts / whole`. It may lie between two millionths. */
type Recovery = { readonly parts: bigint; readonly whole: bigint };

/** Computes 110 % of the call rate, at most 1. The distance keeps a price near the call rate from opening many episodes. */
export function recoveryOf(marginCallRate: bigint): Recovery {
  const whole = 10_000_000n;
  return { parts: minOf(marginCallRate * 11n, whole), whole };
}

/**
 * Why an episode is evaluated:
 * - `price`: a price that may decide (of the current day in a session, or of the last one after it; not halted)
 * - `raise`: an accepted raise of the cover
 * - `change`: any other change of position, rates, cover or manual price
 * - `clock`: passing time, which can send reminders but neither opens nor ends an episode
 */
export type EpisodeOccasion = "price" | "raise" | "change" | "clock";

/** The input of `decideEpisode`. */
export type EpisodeQuestion = {
  readonly episode: Episode;
  /** The position with its rates and mark; undefined if it was closed. */
  readonly held: { readonly position: Position; readonly rates: Rates; readonly unitVnd: bigint } | undefined;
  readonly occasion: EpisodeOccasion;
  /** Full trading hours of the symbol since the episode opened; 0 if none is open. */
  readonly hoursTraded: bigint;
  /** Whether the last full hour ended too long ago to send its reminder. */
  readonly isReminderLate?: boolean | undefined;
};

/** A notice to the user. Type, episode number and reminder number identify it, however often it is decided. */
export type EpisodeNotice = {
  readonly type: "MarginCall" | "ForceClose";
  readonly episodeNumber: bigint;
  /** 0 for the first notice, otherwise the number of trading hours after which it reminds. */
  readonly reminderNumber: bigint;
  /** The covered amount that ends the call at this mark. */
  readonly amountVnd: bigint;
};

/** The episode to store, what happened to it, and the notices to send, in order. */
export type EpisodeDecision = {
  readonly episode: Episode;
  readonly event: "opened" | "ended" | "none";
  readonly notices: readonly EpisodeNotice[];
};

/** Decides whether an episode opens, continues or ends, and which notices its owner gets. */
export function decideEpisode(question: EpisodeQuestion): EpisodeDecision {
  const { episode, held, occasion } = question;
  const mayDecide = occasion !== "clock";
  if (held === undefined) return episode.isOpen ? endEpisode(episode) : unchanged(episode);
  const figures = figuresOfPosition(held.position, held.rates, held.unitVnd);
  if (!episode.isOpen)
    return mayDecide && figures.isCalled ? openEpisode(episode, figures) : unchanged(episode);
  if (mayDecide && isResolved(held, figures, occasion)) return endEpisode(episode);
  return continueEpisode(question, figures, mayDecide);
}

function unchanged(episode: Episode): EpisodeDecision {
  return { episode, event: "none", notices: [] };
}

function endEpisode(episode: Episode): EpisodeDecision {
  return { episode: { ...episode, isOpen: false }, event: "ended", notices: [] };
}

function openEpisode({ number }: Episode, figures: PositionFigures): EpisodeDecision {
  const isForceCloseNotified = figures.isForceClosed;
  const episode = { number: number + 1n, isOpen: true, isForceCloseNotified, reminder: 0n };
  const call = noticeOf("MarginCall", episode, figures);
  // A price gap below both rates sends both notices: the margin call says what to do, the force close what happens otherwise.
  const notices = isForceCloseNotified ? [call, noticeOf("ForceClose", episode, figures)] : [call];
  return { episode, event: "opened", notices };
}

function continueEpisode(
  { episode: before, hoursTraded, isReminderLate = false }: EpisodeQuestion,
  figures: PositionFigures,
  mayDecide: boolean,
): EpisodeDecision {
  const isDue = hoursTraded > before.reminder;
  const isForceClosing = mayDecide && figures.isForceClosed && !before.isForceCloseNotified;
  const episode = {
    ...before,
    isForceCloseNotified: before.isForceCloseNotified || isForceClosing,
    // Hours missed during a downtime or while the position was not called count as passed. Their reminders are not sent later.
    reminder: isDue ? hoursTraded : before.reminder,
  };
  const notices: EpisodeNotice[] = [];
  if (isDue && figures.isCalled && !isReminderLate)
    notices.push(noticeOf("MarginCall", episode, figures, hoursTraded));
  if (isForceClosing) notices.push(noticeOf("ForceClose", episode, figures));
  return { episode, event: "none", notices };
}

function noticeOf(
  type: EpisodeNotice["type"],
  { number }: Episode,
  { neededVnd }: PositionFigures,
  reminderNumber = 0n,
): EpisodeNotice {
  return { type, episodeNumber: number, reminderNumber, amountVnd: neededVnd };
}

/** A raise of the cover ends the call at the call rate. A price has to recover to `recoveryOf` the call rate. */
function isResolved(
  { position, rates, unitVnd }: NonNullable<EpisodeQuestion["held"]>,
  { isCalled }: PositionFigures,
  occasion: EpisodeOccasion,
): boolean {
  if (rates.marginCallRate === 0n) return true;
  if (occasion === "raise" && !isCalled) return true;
  const { parts, whole } = recoveryOf(rates.marginCallRate);
  const { cushionVnd, marketVnd } = valuePosition(position, unitVnd);
  return cushionVnd * whole >= parts * marketVnd;
}
