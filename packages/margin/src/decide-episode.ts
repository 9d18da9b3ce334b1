import { leastOf } from "./arithmetic.ts";
import { figuresOfPosition, type PositionFigures } from "./figures.ts";
import { type Position, valuePosition } from "./position.ts";
import type { Rates } from "./rates.ts";

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
type Recovery = { readonly parts: bigint; readonly whole: bigint };

/** A tenth above the call rate, so that a price that hovers does not call again and again; never more than 1. */
export function recoveryOf(marginCallRate: bigint): Recovery {
  const whole = 10_000_000n;
  return { parts: leastOf(marginCallRate * 11n, whole), whole };
}

/**
 * Why an episode is looked at: a price that may decide (in a session, of this day, heard, not halted), an accepted
 * raise of the cover, any other change of position, rates, cover or of a price set by hand, or just the clock, which
 * reminds and neither opens nor ends.
 */
export type EpisodeOccasion = "price" | "raise" | "change" | "clock";

/** What an episode is decided by. */
export type EpisodeQuestion = {
  readonly episode: Episode;
  /** The position with its rates and mark; undefined where it was closed. */
  readonly held: { readonly position: Position; readonly rates: Rates; readonly unitVnd: bigint } | undefined;
  readonly occasion: EpisodeOccasion;
  /** The full hours that the symbol was traded since the episode opened; 0 where none is open. */
  readonly hoursTraded: bigint;
  /** Whether the last of them ended so long ago that a reminder of it would be made up. */
  readonly isReminderLate?: boolean | undefined;
};

/** Something to tell the user. Type, episode and reminder number make it one message, however often it is decided. */
export type Telling = {
  readonly type: "MarginCall" | "ForceClose";
  readonly episodeNumber: bigint;
  /** 0 for the first telling, else the hour it reminds after. */
  readonly reminderNumber: bigint;
  /** The covered amount that ends the call at this mark. */
  readonly amountVnd: bigint;
};

/** The episode as it is to be stored, what happened to it, and what to tell, in this order. */
export type EpisodeDecision = {
  readonly episode: Episode;
  readonly event: "opened" | "ended" | "none";
  readonly tellings: readonly Telling[];
};

/** Decides whether an episode opens, goes on or ends, and what its owner hears of it. */
export function decideEpisode(question: EpisodeQuestion): EpisodeDecision {
  const { episode, held, occasion } = question;
  const mayDecide = occasion !== "clock";
  if (held === undefined) return episode.isOpen ? end(episode) : nothing(episode);
  const figures = figuresOfPosition(held.position, held.rates, held.unitVnd);
  if (!episode.isOpen) return mayDecide && figures.isCalled ? open(episode, figures) : nothing(episode);
  if (mayDecide && isOver(held, figures, occasion)) return end(episode);
  return goOn(question, figures, mayDecide);
}

function nothing(episode: Episode): EpisodeDecision {
  return { episode, event: "none", tellings: [] };
}

function end(episode: Episode): EpisodeDecision {
  return { episode: { ...episode, isOpen: false }, event: "ended", tellings: [] };
}

function open({ number }: Episode, figures: PositionFigures): EpisodeDecision {
  const isForceCloseTold = figures.isForceClosed;
  const episode = { number: number + 1n, isOpen: true, isForceCloseTold, reminder: 0n };
  const call = telling("MarginCall", episode, figures);
  // A gap through both floors tells both: the one is what to do, the other what else will be done.
  const tellings = isForceCloseTold ? [call, telling("ForceClose", episode, figures)] : [call];
  return { episode, event: "opened", tellings };
}

function goOn(
  { episode: before, hoursTraded, isReminderLate = false }: EpisodeQuestion,
  figures: PositionFigures,
  mayDecide: boolean,
): EpisodeDecision {
  const isDue = hoursTraded > before.reminder;
  const isForceClosing = mayDecide && figures.isForceClosed && !before.isForceCloseTold;
  const episode = {
    ...before,
    isForceCloseTold: before.isForceCloseTold || isForceClosing,
    // Hours that were slept through, or in which the call had paused, count as passed: none is made up.
    reminder: isDue ? hoursTraded : before.reminder,
  };
  const tellings: Telling[] = [];
  if (isDue && figures.isCalled && !isReminderLate)
    tellings.push(telling("MarginCall", episode, figures, hoursTraded));
  if (isForceClosing) tellings.push(telling("ForceClose", episode, figures));
  return { episode, event: "none", tellings };
}

function telling(
  type: Telling["type"],
  { number }: Episode,
  { neededVnd }: PositionFigures,
  reminderNumber = 0n,
): Telling {
  return { type, episodeNumber: number, reminderNumber, amountVnd: neededVnd };
}

/** Whoever raises the cover far enough has answered the call; a price has to come back a little further. */
function isOver(
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
