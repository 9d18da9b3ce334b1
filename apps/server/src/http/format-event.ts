/** The form of an event in a `text/event-stream`. */

export type StreamEvent = {
  readonly event: string;
  /** Sent as one line of JSON, in which line breaks are escaped. */
  readonly data: object;
  /** Becomes the `Last-Event-ID` of the reader's next request. */
  readonly id?: string | undefined;
  /** How long the reader waits before it connects again, in milliseconds. */
  readonly retry?: number | undefined;
};

const lineBreak = /[\r\n\0]/;

/** Formats an event; throws if its name or id would break the framing. JSON has no line breaks of its own. */
export function formatEvent({ event, data, id, retry }: StreamEvent): string {
  if (lineBreak.test(event) || lineBreak.test(id ?? "")) throw new Error("An event has a line break.");
  if (retry !== undefined && !(Number.isSafeInteger(retry) && retry >= 0))
    throw new RangeError("A retry is no number of milliseconds.");
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(retry === undefined ? [] : [`retry: ${retry}\n`]),
  ];
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${lines.join("")}\n`;
}
