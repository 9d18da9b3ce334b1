import type { SymbolMessage } from "./market-message.ts";

/** What the board remembers of the messages that it has taken for a symbol. */
export type SequenceHeard = {
  readonly seq: number;
  /** Whether it is known from an earlier run, which may have heard another publisher. */
  readonly isRestored: boolean;
};

/** Whether a message is the next one of its symbol, was there before, or leaves a hole behind it. */
export type SequenceJudgement = "next" | "old" | "gap";

/**
 * Judges a message by its number. A day and a snapshot stand for themselves, whatever their number and time: whoever
 * hands them over has judged them, and a publisher that was started again, or took another's place, may count from
 * anew and be behind. Any other message follows only what was told in the same run, since the numbers of two
 * publishers may coincide.
 */
export function judgeSequence(
  heard: SequenceHeard | undefined,
  { kind, seq }: SymbolMessage,
): SequenceJudgement {
  if (kind === "day" || kind === "snapshot") return "next";
  if (heard?.isRestored === true) return "gap";
  const heardSeq = heard?.seq ?? 0;
  if (seq === heardSeq + 1) return "next";
  return seq <= heardSeq ? "old" : "gap";
}
