/** As long as a flush takes on a disk that is fast; on others it is not worth the processor's time. */
const awakeMsMax = 0.5;

/**
 * Turns the loop instead of letting it sleep, as long as something is waited for: waking a core takes a sixth of the
 * time of a change, and whoever makes one after the other waits for it. Each turn serves whatever else has come.
 */
export function stayAwake(isWaiting: () => boolean): void {
  const beganMs = performance.now();
  const turn = (): void => {
    if (isWaiting() && performance.now() - beganMs < awakeMsMax) setImmediate(turn);
  };
  setImmediate(turn);
}
