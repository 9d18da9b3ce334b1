const firstWaitMs = 250;
const backoffMsMax = 8_000;

/**
 * How long to wait before the next attempt: anything up to a bound that doubles each time, so that clients that
 * failed together do not come back together; and never less than the service asked for.
 */
export function chooseWait(repeat: number, retryAfterMs: number | undefined, random: number): number {
  const boundMs = Math.min(backoffMsMax, firstWaitMs * 2 ** repeat);
  return (retryAfterMs ?? 0) + Math.floor(random * boundMs);
}
