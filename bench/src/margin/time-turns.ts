/** The longest turn of the event loop: on the clock, where other processes count as well, and of the processor's time. */
export type LongestTurn = { readonly wallMs: number; readonly processorMs: number };

/** Times the turns of the event loop until it is asked for the longest. */
export function timeTurns(): () => LongestTurn {
  const longest = { wallMs: 0, processorMs: 0 };
  let isOver = false;
  let beganMs = performance.now();
  let processor = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(processor);
    longest.processorMs = Math.max(longest.processorMs, (user + system) / 1e3);
    longest.wallMs = Math.max(longest.wallMs, performance.now() - beganMs);
    beganMs = performance.now();
    processor = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return longest;
  };
}
