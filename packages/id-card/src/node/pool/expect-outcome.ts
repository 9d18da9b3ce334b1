import type { CardOutcome } from "./card-outcome.ts";
import type { WorkerMessage } from "./worker-message.ts";

/** Waits for what becomes of one card at a time. */
export interface ExpectedOutcome {
  /** Begins to wait for that of the next card. */
  begin(): Promise<CardOutcome>;
  /** Takes what a worker says. */
  take(answer: Exclude<WorkerMessage, { readonly kind: "loaded" }>): void;
  /** Ends the waiting by another cause, if anybody waits; what was read stays read, whatever became of the copies. */
  finish(outcome: CardOutcome): void;
}

/** Makes what waits; nobody waits yet. */
export function expectOutcome(): ExpectedOutcome {
  let settle: ((outcome: CardOutcome) => void) | undefined;
  let read: Extract<CardOutcome, { readonly kind: "read" }> | undefined;
  const finish = (outcome: CardOutcome): void => {
    const settled = settle;
    settle = undefined;
    settled?.(read ?? outcome);
  };
  return {
    finish,
    begin: () => {
      read = undefined;
      return new Promise((settled) => {
        settle = settled;
      });
    },
    take: (answer) => {
      if (answer.kind === "failed") return finish({ kind: "broke-off", thrown: answer.thrown });
      if (answer.kind === "portrait-broken") return finish({ kind: "portrait-broken" });
      if (answer.kind === "read") read = { kind: "read", reading: answer.reading };
      else if (read !== undefined) read = { ...read, copies: answer.copies };
      if (read !== undefined && !(answer.kind === "read" && answer.copiesFollow)) finish(read);
    },
  };
}
