/** A task that is asked for more often than it can run. */
export type LatestRun = {
  readonly ask: () => void;
  /** Takes no more, and resolves once nothing runs. */
  readonly stop: () => Promise<void>;
};

/**
 * Runs the task once the asking has been quiet for a while, never twice at the same time. What is asked for while
 * it runs is run once more afterwards, so that the last state is always the one that was looked at.
 */
export function runLatest(task: () => Promise<void>, quietMs: number): LatestRun {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let askedAgain = false;
  let stopped = false;
  return { ask, stop };

  function ask(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(begin, quietMs);
  }

  function begin(): void {
    if (running !== undefined) {
      askedAgain = true;
      return;
    }
    running = task().finally(() => {
      running = undefined;
      if (askedAgain && !stopped) begin();
    });
    askedAgain = false;
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await running;
  }
}
