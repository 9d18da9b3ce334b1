import type { PatienceSettings } from "./patience.ts";

/** As much as a timer, which counts whole milliseconds, may come late. */
const earlyMs = 1;

/** What takes longer gains nothing that would be worth a core that is kept busy. */
const usualMsMax = 6;

const turningMsMax = 2.5;

/** How much of what is usual the last time is. */
const lastShare = 1 / 8;

/** As much of an event loop as waking takes. */
export type WakingLoop = {
  /** Rings after a while, unless what it gives is called before. */
  readonly ringAfter: (ms: number, ring: () => void) => () => void;
  readonly nextTurn: (turn: () => void) => void;
};

/** What a machine allows, and whether whoever is waited for is asleep itself for long enough. */
type EarlySettings = Pick<PatienceSettings, "nowMs" | "coreCount"> & {
  readonly isAsleep: () => boolean;
  readonly loop?: WakingLoop;
};

const nodeLoop: WakingLoop = {
  ringAfter: (ms, ring) => {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
  nextTurn: setImmediate,
};

/**
 * Makes what waits for one thing after the other that takes some milliseconds: the loop sleeps, and is turned from shortly
 * before it usually is there, so that whoever has much to do then begins on a core that is awake. Each turn serves
 * whatever else has come. Gives what is to be called when it is there.
 */
export function makeWakeEarly({
  nowMs,
  coreCount,
  isAsleep,
  loop = nodeLoop,
}: EarlySettings): () => () => void {
  let usualMs = 0;
  return () => {
    const beganMs = nowMs();
    let isWaiting = true;
    const turnUntil = (endMs: number): void => {
      if (isWaiting && nowMs() < endMs) loop.nextTurn(() => turnUntil(endMs));
    };
    const isWorthIt = coreCount > 1 && usualMs < usualMsMax && isAsleep();
    const sleepMs = Math.max(1, Math.floor(usualMs - earlyMs));
    const forget = isWorthIt ? loop.ringAfter(sleepMs, () => turnUntil(nowMs() + turningMsMax)) : undefined;
    return () => {
      isWaiting = false;
      forget?.();
      // However long one took, a few others tell what is usual again.
      usualMs += (Math.min(nowMs() - beganMs, 2 * usualMsMax) - usualMs) * lastShare;
    };
  };
}
