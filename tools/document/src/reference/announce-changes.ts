import type { ServerResponse } from "node:http";

/** The pages that wait for word of a change. */
export type ChangeBoard = {
  readonly join: (listener: ServerResponse) => void;
  readonly announce: () => void;
  readonly close: () => void;
};

/** Keeps the open streams of pages, and tells them all of a change by Server-Sent Events. */
export function announceChanges(): ChangeBoard {
  const listeners = new Set<ServerResponse>();
  return { join, announce, close };

  function join(listener: ServerResponse): void {
    listeners.add(listener);
    listener.once("close", () => listeners.delete(listener));
    // A page that lost the server asks again after this many milliseconds.
    listener.write("retry: 500\n\n");
  }

  function announce(): void {
    for (const listener of listeners) listener.write("event: change\ndata: document\n\n");
  }

  function close(): void {
    for (const listener of listeners) listener.end();
  }
}
