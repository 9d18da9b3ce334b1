import type { Store } from "@trading-oms/brokerage/ports";

/** A store whose reads are timed, and the seconds that they have kept the main thread so far. */
export type TimedReads = { readonly store: Store; readonly seconds: () => number };

/** Times what a cover reads, as far as it is done before the call returns: what is waited for keeps nobody. */
export function timeReads(store: Store): TimedReads {
  let tookMs = 0;
  function time<Result>(read: () => Result): Result {
    const began = performance.now();
    const result = read();
    tookMs += performance.now() - began;
    return result;
  }
  const timed: Pick<Store, "readAccount" | "readOutcome" | "readMarks" | "commit"> = {
    readAccount: (key) => time(() => store.readAccount(key)),
    readOutcome: (userId, key) => time(() => store.readOutcome(userId, key)),
    readMarks: (symbols) => time(() => store.readMarks(symbols)),
    commit: (change) => store.commit(change),
  };
  return { store: timed as Store, seconds: () => tookMs / 1_000 };
}
