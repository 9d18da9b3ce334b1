import type { SymbolMessage } from "./market-message.ts";

/** What the board remembers of the messages that it has taken for a symbol. */
export type SequenceHeard = {
  readonly seq: number;
  readonly atMs: number;
  /** Whether it is known from an earlier run, after which a publisher may count from anew. */
  readonly isRestored: boolean;
};

/** Whether a message is the next one of its symbol, was there before, or leaves a hole behind it. */
export type SequenceJudgement = "next" | "old" | "gap";

/**
 * Judges a message by its number. A day and a snapshot stand for themselves: they are taken across a hole, and with
 * a lower number too if they are later, as a publisher that was started again counts from 1.
 */
export function judgeSequence(heard: SequenceHeard | undefined, message: SymbolMessage): SequenceJudgement {
  const seq = heard?.seq ?? 0;
  if (message.seq === seq + 1) return "next";
  if (message.kind === "day" || message.kind === "snapshot") {
    return heard === undefined || heard.isRestored || isLater(heard, message) ? "next" : "old";
  }
  return message.seq <= seq ? "old" : "gap";
}

function isLater(heard: SequenceHeard, { seq, atMs }: SymbolMessage): boolean {
  return atMs > heard.atMs || (atMs === heard.atMs && seq > heard.seq);
}
