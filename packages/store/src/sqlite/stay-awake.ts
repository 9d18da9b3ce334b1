import type { Patience } from "./patience.ts";

/**
 * Turns the loop instead of letting it sleep, as long as something is waited for: waking a core takes a sixth of the
 * time of a change, and whoever makes one after the other waits for it. Each turn serves whatever else has come. Gives
 * what is to be called when it is there.
 */
export function stayAwake(patience: Patience): () => void {
  let isWaiting = true;
  patience.begin();
  const turn = (): void => {
    if (isWaiting && patience.lasts()) setImmediate(turn);
  };
  if (patience.lasts()) setImmediate(turn);
  return () => {
    isWaiting = false;
    patience.end();
  };
}
