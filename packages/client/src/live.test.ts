import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createClient } from "./index.ts";
import { type LiveEvent, type LiveOptions, live } from "./live.ts";
import { frame, hello, notification, planStreams } from "./testing/plan-streams.ts";

type Service = ReturnType<typeof planStreams>;

const bye = (reason: string, retryMs: number): string => frame("bye", { reason }, `retry: ${retryMs}\n`);

/** Reads events until the loop ends or throws, or until `count` events came. */
async function read(
  { settings, clock }: Service,
  options: LiveOptions = {},
  count = Number.POSITIVE_INFINITY,
): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  const reading = async (): Promise<void> => {
    for await (const event of live(settings, options)) if (events.push(event) >= count) return;
  };
  await clock.run(reading());
  return events;
}

const namesOf = (events: readonly LiveEvent[]): string[] =>
  events.map((event) => (event.event === "notification" ? `notification ${event.id}` : event.event));

describe("the request", () => {
  test("names what is followed, and sends the token", async () => {
    const service = planStreams([{ frames: [hello()] }], { token: "t-1" });
    await read(service, { symbols: ["FPT", "VN30F1M"], accounts: ["A-1"], fields: "depth", after: 0 }, 1);
    const [request] = service.requests;
    expect(request?.url).toBe(
      "http://service.test/oms/companion/v0/live?symbols=FPT%2CVN30F1M&accounts=A-1&fields=depth&after=0",
    );
    expect(request?.headers.get("Authorization")).toBe("Bearer t-1");
    expect(request?.headers.get("Last-Event-ID")).toBeNull();
  });

  test("leaves out what is undefined or empty", async () => {
    const service = planStreams([{ frames: [hello()] }]);
    await read(service, { symbols: ["FPT"], accounts: [], after: undefined, signal: undefined }, 1);
    expect(service.requests[0]?.url).toBe("http://service.test/oms/companion/v0/live?symbols=FPT");
  });

  test("rejects a base URL at once", () => {
    expect(() => live({ baseUrl: "api.example" }, {})).toThrow("baseUrl is no http URL");
  });

  test("shares the settings of a client", async () => {
    const service = planStreams([{ frames: [hello()] }], { token: "t-1" });
    for await (const { event } of live(createClient(service.settings), { symbols: ["FPT"] })) {
      expect(event).toBe("hello");
      break;
    }
    expect(service.tokens()).toEqual(["Bearer t-1"]);
  });
});

describe("the events", () => {
  test("come without pings, byes and events that are not known", async () => {
    const frames = [
      hello(),
      frame("market", { time: 1 }),
      frame("ping", { time: 2 }),
      frame("rumour", { time: 3 }),
      frame("quote", { symbol: "FPT", isFull: true }),
      notification(7),
      bye("restart", 0),
    ];
    const service = planStreams([{ frames }]);
    const seen: LiveEvent[] = [];
    const reading = (async () => {
      for await (const event of live(service.settings, {})) seen.push(event);
    })();
    await expect(service.clock.run(reading)).rejects.toMatchObject({ kind: "not-found" });
    expect(namesOf(seen)).toEqual(["hello", "market", "quote", "notification 7"]);
    expect(seen[2]).toEqual({ event: "quote", data: { symbol: "FPT", isFull: true } });
    expect(seen[3]).toEqual({ event: "notification", id: "7", data: { id: 7, type: "Deposit" } });
  });

  test("are read from chunks that end within a frame and within a letter", async () => {
    const bytes = new TextEncoder().encode(frame("quote", { symbol: "Nông nghiệp" }));
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(bytes.subarray(at, at + 1));
        at += 1;
      },
    });
    const answer = new Response(body, { headers: { "Content-Type": "text/event-stream; charset=utf-8" } });
    const events = await read(planStreams([answer]), {}, 1);
    expect(events).toEqual([{ event: "quote", data: { symbol: "Nông nghiệp" } }]);
  });

  test.each(["no json", "null", "7"])("that are %s throw", async (data) => {
    const service = planStreams([{ frames: [`event: quote\ndata: ${data}\n\n`] }]);
    await expect(read(service)).rejects.toMatchObject({ kind: "malformed", raw: data });
    expect(service.cancelled).toEqual([0]);
  });

  test("are read only as the loop takes them", async () => {
    const pulled: number[] = [];
    const frames = [hello(), notification(1), notification(2)];
    const service = planStreams([{ frames, onPull: (index) => pulled.push(index) }]);
    const events = live(service.settings, {});
    await events.next();
    await new Promise((settle) => setTimeout(settle, 20));
    expect(pulled).toEqual([0]);
    await events.next();
    expect(pulled).toEqual([0, 1]);
    await events.return();
    expect(service.cancelled).toEqual([0]);
  });
});

describe("a connection that ends", () => {
  test.each(["close", "break"] as const)(
    "by %s is followed by one from the last notification",
    async (end) => {
      const service = planStreams([
        { frames: [hello(4), notification(5), notification(6)], end },
        { frames: [hello(6), notification(7)] },
      ]);
      const events = await read(service, {}, 5);
      expect(namesOf(events)).toEqual([
        "hello",
        "notification 5",
        "notification 6",
        "hello",
        "notification 7",
      ]);
      expect(service.lastEventIds()).toEqual([null, "6"]);
    },
  );

  test("before the first notification is followed by one from the place of hello", async () => {
    const service = planStreams([{ frames: [hello(4)], end: "close" }, { frames: [hello(4)] }]);
    await read(service, { after: 2 }, 2);
    expect(service.lastEventIds()).toEqual([null, "4"]);
  });

  test("without a user keeps no place", async () => {
    const anonymous = frame("hello", { place: 0, hasNotifications: false });
    const service = planStreams([{ frames: [anonymous], end: "close" }, { frames: [anonymous] }]);
    await read(service, { symbols: ["FPT"] }, 2);
    expect(service.lastEventIds()).toEqual([null, null]);
  });

  test("passes on a repeated notification once", async () => {
    const service = planStreams([
      { frames: [hello(0), notification(1), notification(2)], end: "break" },
      { frames: [hello(2), notification(1), notification(2), notification(3)] },
    ]);
    expect(namesOf(await read(service, {}, 5))).toEqual([
      "hello",
      "notification 1",
      "notification 2",
      "hello",
      "notification 3",
    ]);
  });

  test("follows a restored store from the place that it says", async () => {
    const service = planStreams([
      { frames: [hello(8), notification(9)], end: "close" },
      { frames: [hello(3), notification(4)] },
    ]);
    expect(namesOf(await read(service, {}, 4)).at(-1)).toBe("notification 4");
  });

  // A stream that was replaced would end another one of its user, if it came back at once.
  test.each([
    ["restart", 3_210],
    ["replaced", 93_210],
  ])("waits as long as a bye for %s says, without jitter", async (reason, retryMs) => {
    const service = planStreams([
      { frames: [hello(), bye(reason, retryMs)], end: "close" },
      { frames: [hello()] },
    ]);
    await read(service, {}, 2);
    expect(service.clock.waitsMs).toEqual([retryMs]);
  });

  test("adds jitter to a bye that comes again at once", async () => {
    const planned = { frames: [hello(), bye("restart", 0)] };
    const service = planStreams([planned, planned, planned, { frames: [hello()] }]);
    await read(service, {}, 4);
    expect(service.clock.waitsMs).toEqual([0, 500, 1_000]);
  });

  test("is given up after 45 seconds of silence", async () => {
    const service = planStreams([{ frames: [hello()] }, { frames: [hello()] }]);
    await read(service, {}, 2);
    expect(service.clock.waitsMs).toEqual([45_000, 250]);
    expect(service.cancelled).toEqual([0, 1]);
  });

  test.each([
    ["least", 0, [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["most", 1, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]],
  ])("waits between nothing and a bound that doubles up to 30 s: the %s", async (_, random, waitsMs) => {
    const service = planStreams(
      [...Array.from({ length: 9 }, () => "broken" as const), { frames: [hello()] }],
      {
        random: () => random,
      },
    );
    await read(service, {}, 1);
    expect(service.clock.waitsMs).toEqual(waitsMs);
  });

  test("begins again with short waits after a stream that stood", async () => {
    const service = planStreams(["broken", "broken", { frames: [hello()] }, "broken", { frames: [hello()] }]);
    await read(service, {}, 2);
    expect(service.clock.waitsMs).toEqual([250, 500, 45_000, 250, 500]);
  });
});

describe("an answer that is no stream", () => {
  test.each([
    [400, "invalid"],
    [401, "unauthorized"],
    [403, "unexpected"],
    [404, "not-found"],
    [501, "server"],
  ])("of %d throws", async (status, kind) => {
    const body = { error: "some_code", message: "Some words.", status };
    const service = planStreams([Response.json(body, { status })], { token: "t-1" });
    await expect(read(service)).rejects.toMatchObject({ kind, status, code: "some_code", raw: body });
    expect(service.requests).toHaveLength(1);
  });

  test.each([500, 502, 503, 504, 520])("of %d is asked again", async (status) => {
    const service = planStreams([new Response("<html>", { status }), { frames: [hello()] }]);
    expect(await read(service, {}, 1)).toHaveLength(1);
  });

  test("of 429 is asked again after Retry-After", async () => {
    const limited = new Response(null, { status: 429, headers: { "Retry-After": "40" } });
    const service = planStreams([limited, { frames: [hello()] }]);
    await read(service, {}, 1);
    expect(service.clock.waitsMs).toEqual([40_250]);
  });

  test("waits no longer than timers can", async () => {
    const limited = new Response(null, { status: 429, headers: { "Retry-After": "99999999" } });
    const service = planStreams([limited, { frames: [hello()] }]);
    await read(service, {}, 1);
    expect(service.clock.waitsMs).toEqual([2_147_483_647]);
  });

  test("but a page throws, and is left", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const service = planStreams([new Response(body, { headers: { "Content-Type": "text/html" } })]);
    await expect(read(service)).rejects.toMatchObject({ kind: "malformed", status: 200 });
    expect(isCancelled).toBe(true);
  });
});

describe("the token", () => {
  test("is refreshed after a 401", async () => {
    const service = planStreams([new Response(null, { status: 401 }), { frames: [hello()] }], {
      token: ({ refused }) => (refused ? "new" : "old"),
    });
    await read(service, {}, 1);
    expect(service.tokens()).toEqual(["Bearer old", "Bearer new"]);
  });

  test("that is refused after a refresh throws", async () => {
    const refused = () => new Response(null, { status: 401 });
    const service = planStreams([refused(), refused()], { token: () => "old" });
    await expect(read(service)).rejects.toMatchObject({ kind: "unauthorized", status: 401 });
  });

  test("is refreshed at once when a bye says that it ends", async () => {
    let token = "old";
    const service = planStreams([{ frames: [hello(), bye("token", 4_000)] }, { frames: [hello()] }], {
      token: ({ refused }) => {
        if (refused) token = "new";
        return token;
      },
    });
    await read(service, {}, 2);
    expect(service.tokens()).toEqual(["Bearer old", "Bearer new"]);
    expect(service.clock.waitsMs).toEqual([0]);
  });

  test("is refreshed once for two streams", async () => {
    let refreshes = 0;
    const expiring = { frames: [hello(), bye("token", 0)] };
    const service = planStreams([expiring, expiring, { frames: [hello()] }, { frames: [hello()] }], {
      token: ({ refused }) => (refused ? `new-${++refreshes}` : "old"),
    });
    const client = createClient(service.settings);
    const readTwo = async (): Promise<void> => {
      let count = 0;
      for await (const _ of live(client, {})) if (++count === 2) return;
    };
    await service.clock.run(Promise.all([readTwo(), readTwo()]));
    expect(service.tokens()).toEqual(["Bearer old", "Bearer old", "Bearer new-1", "Bearer new-1"]);
  });

  test("that cannot be refreshed yet is used while it stands", async () => {
    let refreshes = 0;
    const expiring = { frames: [hello(), bye("token", 0)] };
    const service = planStreams([expiring, expiring, { frames: [hello()] }], {
      token: ({ refused }) => {
        if (refused && ++refreshes === 1) throw new TypeError("fetch failed");
        return refused ? "new" : "old";
      },
    });
    await read(service, {}, 3);
    expect(service.tokens()).toEqual(["Bearer old", "Bearer old", "Bearer new"]);
    expect(service.clock.waitsMs).toEqual([0, 500, 1_000]);
  });

  test("that is fixed is sent again until it is refused", async () => {
    const expiring = { frames: [hello(), bye("token", 4_000)] };
    const service = planStreams([expiring, expiring, new Response(null, { status: 401 })], { token: "t-1" });
    await expect(read(service)).rejects.toMatchObject({ kind: "unauthorized" });
    expect(service.clock.waitsMs).toEqual([0, 500]);
    expect(service.tokens()).toEqual(["Bearer t-1", "Bearer t-1", "Bearer t-1"]);
  });

  test("is no longer sent once its function returns none", async () => {
    const tokens = ["t-1", undefined];
    const service = planStreams([{ frames: [hello()], end: "close" }, { frames: [hello()] }], {
      token: () => tokens.shift(),
    });
    await read(service, {}, 2);
    expect(service.tokens()).toEqual(["Bearer t-1", null]);
  });

  test("whose function fails throws", async () => {
    const service = planStreams([], { token: () => Promise.reject(new Error("signed out")) });
    await expect(read(service)).rejects.toMatchObject({
      kind: "unauthorized",
      cause: { message: "signed out" },
    });
  });
});

describe("the end", () => {
  test("by break closes the connection", async () => {
    const service = planStreams([{ frames: [hello(), notification(1)] }]);
    expect(await read(service, {}, 1)).toHaveLength(1);
    expect(service.cancelled).toEqual([0]);
    expect(service.requests).toHaveLength(1);
  });

  test("by a signal that was aborted before sends nothing", async () => {
    const service = planStreams([]);
    expect(await read(service, { signal: AbortSignal.abort() })).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  test("by a signal between two events of a chunk is quiet", async () => {
    const leaving = new AbortController();
    const service = planStreams([{ frames: [hello() + notification(1)] }]);
    const seen: LiveEvent[] = [];
    for await (const event of live(service.settings, { signal: leaving.signal })) {
      seen.push(event);
      leaving.abort();
    }
    expect(namesOf(seen)).toEqual(["hello"]);
    expect(service.cancelled).toEqual([0]);
  });

  test("by a signal while it waits for an event is quiet, also if `fetch` ignores its signal", async () => {
    const leaving = new AbortController();
    const service = planStreams([{ frames: [hello()] }]);
    const events = live(service.settings, { signal: leaving.signal });
    await events.next();
    const next = events.next();
    leaving.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(service.cancelled).toEqual([0]);
  });

  test("by a signal while it opens or waits to open is quiet", async () => {
    const opening = new AbortController();
    const silent = planStreams([]);
    const settings = { ...silent.settings, fetch: () => new Promise<never>(() => {}) };
    const first = live(settings, { signal: opening.signal }).next();
    await new Promise((settle) => setTimeout(settle, 5));
    opening.abort();
    expect(await first).toEqual({ done: true, value: undefined });

    const waiting = new AbortController();
    const broken = planStreams(["broken"]);
    const second = live(broken.settings, { signal: waiting.signal }).next();
    await new Promise((settle) => setTimeout(settle, 5));
    waiting.abort();
    expect(await second).toEqual({ done: true, value: undefined });
    expect(broken.requests).toHaveLength(1);
  });
});

test("a hundred connections under one long-lived signal leave no listener", async () => {
  const app = new AbortController();
  const listenerCount = () => getEventListeners(app.signal, "abort").length;
  const service = planStreams(
    Array.from({ length: 100 }, () => ({ frames: [hello()], end: "close" as const })),
  );
  const counts = new Set<number>();
  const reading = async () => {
    for await (const _ of live(service.settings, { signal: app.signal })) counts.add(listenerCount());
  };
  await expect(service.clock.run(reading())).rejects.toMatchObject({ kind: "not-found" });
  expect(service.requests).toHaveLength(101);
  expect([...counts]).toEqual([1]);
  expect(listenerCount()).toBe(0);
});
