/** The server's time, and how long ago it was heard of. */
import { signal } from "@preact/signals";

/** The server's time, once a second. */
export const nowMs = signal(Date.now());

/** When this page last heard anything of the server, by the page's own clock. */
export const heardAtMs = signal(0);

/** When the stream last sent anything, a ping too, by the page's own clock. */
export const streamHeardAtMs = signal(0);

let offsetMs = 0;

/** Corrects the page's clock by a time that the server said. */
export function correctClock(serverMs: number): void {
  offsetMs = serverMs - Date.now();
  nowMs.value = Date.now() + offsetMs;
}

/** The server's time at a time of the page's clock. */
export function serverTimeOf(atMs: number): number {
  return atMs + offsetMs;
}

export function startClock(): void {
  setInterval(() => {
    nowMs.value = Date.now() + offsetMs;
  }, 1_000);
}
