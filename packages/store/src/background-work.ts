/** Work that continues after the promise of the call that started it has resolved. */
export type BackgroundWork = {
  /** Starts work without waiting for it. Its failure is ignored. */
  readonly run: (work: () => Promise<void>) => void;
  /** Resolves when all started work has ended. */
  readonly finish: () => Promise<void>;
};

/** Tracks background work, so that `close` can wait for it. */
export function trackBackgroundWork(): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      const run = work()
        .catch(() => {})
        .finally(() => running.delete(run));
      running.add(run);
    },
    finish: async () => {
      await Promise.all(running);
    },
  };
}
