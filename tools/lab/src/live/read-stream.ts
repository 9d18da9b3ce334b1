/** A reader of the stream of events that knows nothing of our client: it comes back whenever its line ends. */
import { setTimeout as wait } from "node:timers/promises";

/** How a reader may be wrong; the check has to find each. */
export type ReaderFault = "forgets its place" | "comes back a step behind";

/** What a reader has seen. */
export type Reading = {
  /** The ids of notifications, in the order in which they came. */
  readonly ids: readonly number[];
  readonly connectionCount: () => number;
  readonly stop: () => Promise<void>;
};

/** Reads a user's notifications from the servers in turn, until it is stopped. */
export function readStream(ports: readonly number[], token: string, fault: ReaderFault | undefined): Reading {
  const ids: number[] = [];
  const stopping = new AbortController();
  let connectionCount = 0;
  /** The place that `hello` said, until a notification gave one. */
  let place: number | undefined;
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const port = ports[connectionCount % ports.length] ?? 0;
      connectionCount += 1;
      const last = placeOf(fault, ids, place);
      await readOnce(port, { token, last, signal: stopping.signal }, (event, data) => {
        if (event === "hello") place ??= Number(data["place"]);
        if (event === "notification") ids.push(Number(data["id"]));
      }).catch(() => {});
      await wait(50 + (connectionCount % 5) * 20);
    }
  })();
  return {
    ids,
    connectionCount: () => connectionCount,
    stop: async () => {
      stopping.abort();
      await reading;
    },
  };
}

function placeOf(
  fault: ReaderFault | undefined,
  ids: readonly number[],
  place: number | undefined,
): number | undefined {
  if (fault === "forgets its place") return undefined;
  return ids.at(fault === "comes back a step behind" ? -2 : -1) ?? place;
}

type Question = { readonly token: string; readonly last: number | undefined; readonly signal: AbortSignal };

async function readOnce(
  port: number,
  { token, last, signal }: Question,
  take: (event: string, data: Readonly<Record<string, unknown>>) => void,
): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(last === undefined ? {} : { "Last-Event-ID": String(last) }),
  };
  const answer = await fetch(`http://127.0.0.1:${port}/companion/v0/live`, { headers, signal });
  if (answer.status !== 200) throw new Error(`answered with ${answer.status}`);
  for await (const { event, data } of readEvents(answer)) take(event, data);
}

/** An event as it came. */
export type StreamEvent = { readonly event: string; readonly data: Readonly<Record<string, unknown>> };

/** Reads the events of an answer until it ends. */
export async function* readEvents(answer: Response): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true });
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const lineOf = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      yield { event: lineOf("event") ?? "", data: JSON.parse(lineOf("data") ?? "{}") };
    }
  }
}
