/** A fake service whose live streams a test writes, and the clock of both. */
import type { ClientSettings } from "../index.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** The answer to a request: a stream that stays open, a response, or a broken connection. */
export type PlannedStream = PlannedEvents | Response | "broken";

/** What a stream sends. It stays open afterwards, unless `end` is given. */
type PlannedEvents = {
  readonly frames: readonly string[];
  readonly end?: "close" | "break";
  /** Is called before each frame is sent. */
  readonly onPull?: (index: number) => void;
};

/** Formats an event as the service does. */
export function frame(event: string, data: object, more = ""): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${more}\n`;
}

export const hello = (place = 0): string =>
  frame("hello", {
    time: 0,
    place,
    symbols: [],
    unknownSymbols: [],
    accounts: [],
    hasNotifications: true,
  });

export const notification = (id: number): string =>
  frame("notification", { id, type: "Deposit" }, `id: ${id}\n`);

/** Creates settings for a service with these answers in order. Each further request gets a 404. */
export function planStreams(plan: readonly PlannedStream[], more: Partial<ClientSettings> = {}) {
  const clock = new VirtualClock();
  const requests: Request[] = [];
  const cancelled: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const index = requests.push(request) - 1;
    const planned = plan[index] ?? Response.json({ error: "not_found" }, { status: 404 });
    if (planned === "broken") throw new TypeError("fetch failed");
    return planned instanceof Response ? planned : streamOf(planned, () => cancelled.push(index));
  };
  const settings: ClientSettings = {
    baseUrl: "http://service.test/oms/",
    wait: clock.wait,
    now: () => Date.UTC(2026, 10, 21) + clock.nowMs,
    random: () => 0.5,
    ...more,
    fetch,
  };
  const lastEventIds = () => requests.map(({ headers }) => headers.get("Last-Event-ID"));
  const tokens = () => requests.map(({ headers }) => headers.get("Authorization"));
  return { settings, clock, requests, cancelled, lastEventIds, tokens };
}

function streamOf({ frames, end, onPull }: PlannedEvents, onCancel: () => void): Response {
  let index = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const text = frames[index];
        if (text !== undefined) {
          onPull?.(index);
          index += 1;
          controller.enqueue(new TextEncoder().encode(text));
        } else if (end === "close") controller.close();
        else if (end === "break") controller.error(new TypeError("terminated"));
        else return new Promise(() => {});
        return undefined;
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}
