/** Waits, and rejects as soon as it is told to give up. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((settle, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      settle();
    }, milliseconds);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
