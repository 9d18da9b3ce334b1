/** What is asked shortly after the last key; an answer to an earlier question is dropped. */
import { useEffect } from "preact/hooks";

/** Runs `ask` a pause after `about` changed, and aborts it when `about` changes again or the component goes. */
export function usePaused(
  pauseMs: number,
  about: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<void>,
): void {
  useEffect(() => {
    const stopping = new AbortController();
    const timer = setTimeout(() => void ask(stopping.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, about);
}
