/** A reader of the stream of events that knows nothing of our client: it comes back whenever its line ends. */
import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "@trading-oms/brokerage";
import { readParts } from "../harness/accounts.ts";

/** How a reader may be wrong; the check has to find each. */
export type ReaderFault = "forgets its place" | "comes back a step behind";

/** What a reader has seen. */
export type Reading = {
  /** The ids of notifications, in the order in which they came. */
  readonly ids: readonly number[];
  readonly connectionCount: () => number;
  /** The place of the first `hello`: the reader gets what comes after it. */
  readonly beganAt: () => number;
  /** Ends the connection of the moment; the reader comes back. */
  readonly cut: () => void;
  readonly stop: () => Promise<void>;
};

/** Reads a user's notifications from the servers in turn, until it is stopped. */
export function readStream(
  ports: readonly number[],
  token: string,
  { fault, query = "" }: { readonly fault?: ReaderFault | undefined; readonly query?: string } = {},
): Reading {
  const ids: number[] = [];
  let isStopped = false;
  let connection = new AbortController();
  let connectionCount = 0;
  /** The place that `hello` said, until a notification gave one. */
  let place: number | undefined;
  const reading = (async () => {
    while (!isStopped) {
      connection = new AbortController();
      const port = ports[connectionCount % ports.length] ?? 0;
      connectionCount += 1;
      const last = placeOf(fault, ids, place);
      await readOnce(port, { token, query, last, signal: connection.signal }, (event, data) => {
        if (event === "hello") place ??= Number(data["place"]);
        if (event === "notification") ids.push(Number(data["id"]));
      }).catch(() => {});
      await wait(50 + (connectionCount % 5) * 20);
    }
  })();
  return {
    ids,
    connectionCount: () => connectionCount,
    beganAt: () => place ?? Number.POSITIVE_INFINITY,
    cut: () => connection.abort(),
    stop: async () => {
      isStopped = true;
      connection.abort();
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

type Question = {
  readonly token: string;
  readonly query: string;
  readonly last: number | undefined;
  readonly signal: AbortSignal;
};

async function readOnce(
  port: number,
  { token, query, last, signal }: Question,
  take: (event: string, data: Readonly<Record<string, unknown>>) => void,
): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(last === undefined ? {} : { "Last-Event-ID": String(last) }),
  };
  const answer = await fetch(`http://127.0.0.1:${port}/companion/v0/live${query}`, { headers, signal });
  if (answer.status !== 200) throw new Error(`answered with ${answer.status}`);
  for await (const { event, data } of readEvents(answer)) take(event, data);
}

/** What a reader missed, has for another user, has twice, or has in another order. */
export function compareReading({ ids }: Reading, told: readonly number[], index: number): string[] {
  const [received, notified] = [new Set(ids), new Set(told)];
  const missed = told.filter((id) => !received.has(id)).length;
  const repeated = ids.length - received.size;
  const strange = ids.filter((id) => id <= (told.at(-1) ?? 0) && !notified.has(id)).length;
  const isOrdered = ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? 0));
  return [
    ...(missed > 0 ? [`reader ${index} missed ${missed} of ${told.length}`] : []),
    ...(strange > 0 ? [`reader ${index} has ${strange} that are not its user's`] : []),
    ...(repeated > 0 ? [`reader ${index} has ${repeated} twice`] : []),
    ...(isOrdered || repeated > 0 ? [] : [`reader ${index} has some out of order`]),
  ];
}

/** The ids of all notifications of a user in the store, in order. */
export async function listIds({ store }: Services, userId: string): Promise<number[]> {
  const records = await readParts((read: readonly { readonly id: number }[], limit) =>
    store.listNotificationsAfter(userId, { afterId: read.at(-1)?.id ?? 0, limit }),
  );
  return records.map(({ id }) => id);
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
