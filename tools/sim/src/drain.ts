/** Lets everything run that waits for no event: a turn of the event loop, which comes after all settled promises. */
import { setImmediate } from "node:timers";

export function drain(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
