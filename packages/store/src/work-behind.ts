/** Work that goes on behind a promise that has resolved. */
export type WorkBehind = {
  /** Begins work; a failure of it is nobody's. */
  readonly begin: (work: () => Promise<void>) => void;
  /** Resolves when all of it has come to its end. */
  readonly settle: () => Promise<void>;
};

/** Keeps track of work that nobody waits for until the end. */
export function workBehind(): WorkBehind {
  const running = new Set<Promise<void>>();
  return {
    begin: (work) => {
      const run = work()
        .catch(() => {})
        .finally(() => running.delete(run));
      running.add(run);
    },
    settle: async () => {
      await Promise.all(running);
    },
  };
}
