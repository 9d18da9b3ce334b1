import { expect, test, vi } from "vitest";
import { createCardWorker } from "./create-card-worker.ts";

const address = "https://oms.test/api/v2/chat/api/id-card";
const secret = "0123456789abcdef0123456789abcdef";
const whole = { success: true, data: { idNumber: "001204000017" } };
const json = { "content-type": "application/json" };

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A Worker that forwards to this reader, and its log. */
function start(fetch: Fetch, texts: Readonly<Record<string, unknown>> = {}) {
  const lines: Record<string, unknown>[] = [];
  const worker = createCardWorker({
    modules: { zxing: {}, jpeg: {} },
    waitUntil: () => {},
    writeLine: (line) => void lines.push(JSON.parse(line)),
  });
  const environment = {
    CARD_READER_URL: "https://reader.test/oms/",
    CARD_READER_SECRET: secret,
    CARD_READER: { fetch },
    ...texts,
  };
  const ask = (init: RequestInit) =>
    worker.fetch(new Request(address, { method: "POST", ...init }), environment);
  return { ask, lines };
}

const answer = (body: unknown, init?: ResponseInit) => async () => Response.json(body, init);

/** Reads the body to its end, as a server does. */
const readWhole: Fetch = async (_url, { body }) => {
  const { byteLength } = await new Response(body).arrayBuffer();
  return Response.json({ ...whole, byteLength });
};

test("forwards the body with secret, sender, request id and language, and no other header of the caller", async () => {
  const asked: { url: string; headers: Headers; text: string }[] = [];
  const { ask, lines } = start(async (url, { headers, body }) => {
    asked.push({ url, headers: new Headers(headers), text: await new Response(body).text() });
    const told = { "set-cookie": "planted=1", server: "planted", "content-language": "vi" };
    return Response.json(whole, { headers: told });
  });
  const headers = {
    ...json,
    "cf-connecting-ip": "192.0.2.7",
    "x-card-sender": "198.51.100.1",
    "x-card-reader-secret": "planted",
    "x-request-id": "r-1",
    "accept-language": "vi-VN, planted;q=0.1",
    authorization: "Bearer planted",
    cookie: "planted=1",
  };
  const response = await ask({ headers, body: '{"frontImage":"AAAA"}' });
  expect([response.status, await response.json()]).toEqual([200, whole]);
  expect([response.headers.get("set-cookie"), response.headers.get("server")]).toEqual([null, null]);
  expect(response.headers.get("content-language")).toBe("vi");
  expect(response.headers.get("vary")).toContain("Accept-Language");
  expect(response.headers.get("ratelimit")).toContain("r=19");
  expect(asked).toHaveLength(1);
  const [first] = asked;
  expect([first?.url, first?.text]).toEqual([
    "https://reader.test/oms/api/v2/chat/api/id-card",
    '{"frontImage":"AAAA"}',
  ]);
  expect(Object.fromEntries(first?.headers ?? [])).toEqual({
    "accept-language": "vi",
    "content-type": "application/json",
    "x-card-reader-secret": secret,
    "x-card-sender": "192.0.2.7",
    "x-request-id": "r-1",
    traceparent: expect.stringMatching(/^00-/),
  });
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test.each([
  [400, { error: "invalid_request", message: "m", details: [], status: 400 }, {}],
  [413, { error: "body_too_large", message: "m", status: 413 }, {}],
  [500, { error: "card_reading_broke_off", message: "m", status: 500 }, {}],
  [503, { error: "unavailable", message: "m", status: 503 }, { "retry-after": "5" }],
])("returns a documented answer of %i unchanged", async (status, body, headers) => {
  const { ask } = start(answer(body, { status, headers }));
  const response = await ask({ headers: json, body: "{}" });
  expect([response.status, await response.json()]).toEqual([status, body]);
  expect(response.headers.get("retry-after")).toBe(
    (headers as Record<string, string>)["retry-after"] ?? null,
  );
});

test.each<[string, Fetch]>([
  ["is away", () => Promise.reject(new Error("planted"))],
  [
    "is a page of somebody else's",
    async () => new Response("<html>", { headers: { "content-type": "text/html" } }),
  ],
  [
    "sends elsewhere",
    async () => new Response(null, { status: 302, headers: { location: "https://evil.test" } }),
  ],
  ["refuses the Worker", answer({ error: "forbidden", status: 403 }, { status: 403 })],
  ["answers in another shape", answer({ ok: true })],
  ["breaks off", async () => new Response("{", { headers: json })],
])("answers 503 for a reader that %s, and logs it", async (_what, fetch) => {
  const { ask, lines } = start(fetch);
  const response = await ask({ headers: json, body: "{}" });
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
    503,
    "5",
    {
      error: "unavailable",
      message: "Identity cards can't be read at the moment. Try again in 5 seconds.",
      status: 503,
    },
  ]);
  expect(lines[0]).toMatchObject({ level: "error", event: "forwarding a card failed" });
});

test("forwards a body of 33,000,000 bytes, and stops at one byte more, declared or not", async () => {
  const { ask } = start(readWhole, { RATE_LIMIT_CARDS: "0" });
  const send = async (byteCount: number, chunkBytes: number) => {
    let leftBytes = byteCount;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (leftBytes === 0) return controller.close();
      const chunk = new Uint8Array(Math.min(chunkBytes, leftBytes));
      leftBytes -= chunk.length;
      controller.enqueue(chunk);
    };
    const body = new ReadableStream<Uint8Array>({ pull });
    const response = await ask({ headers: json, body, duplex: "half" } as RequestInit);
    return [response.status, ((await response.json()) as { byteLength?: number }).byteLength];
  };
  expect(await send(33_000_000, 8_000_000)).toEqual([200, 33_000_000]);
  expect(await send(33_000_001, 8_000_000)).toEqual([413, undefined]);
  expect(await send(3_000, 1)).toEqual([400, undefined]);
  const headers = { ...json, "content-length": "33000001" };
  expect((await ask({ headers, body: "{}" })).status).toBe(413);
});

test("rejects a body that is not JSON before forwarding", async () => {
  const fetch = vi.fn(readWhole);
  const { ask } = start(fetch);
  expect((await ask({ headers: { "content-type": "text/plain" }, body: "{}" })).status).toBe(415);
  expect((await ask({ headers: { ...json, "content-encoding": "gzip" }, body: "{}" })).status).toBe(415);
  expect(fetch).not.toHaveBeenCalled();
});

test("limits cards by address before forwarding", async () => {
  const fetch = vi.fn(readWhole);
  const { ask } = start(fetch, { RATE_LIMIT_CARDS: "1" });
  const headers = { ...json, "cf-connecting-ip": "192.0.2.7" };
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await ask({ headers, body: "{}" })).status);
  expect(statuses.slice(0, 2)).toEqual([200, 429]);
  expect(fetch.mock.calls.length).toBeLessThan(3);
});

test("ends a slow body as on Node, and reports a reader that does not read or answer as unavailable", async () => {
  vi.useFakeTimers();
  try {
    const stalled = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(100)),
      });
    const abortable: Fetch = (_url, { signal }) =>
      new Promise((_settle, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    const drain: Fetch = (url, init) => {
      void new Response(init.body).arrayBuffer().catch(() => {});
      return abortable(url, init);
    };
    const statusOf = async (fetch: Fetch, body: BodyInit) => {
      const pending = start(fetch).ask({ headers: json, body, duplex: "half" } as RequestInit);
      await vi.advanceTimersByTimeAsync(30_000);
      return (await pending).status;
    };
    expect(await statusOf(drain, stalled())).toBe(408);
    expect(await statusOf(abortable, stalled())).toBe(503);
    expect(await statusOf(drain, "{}")).toBe(503);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [{ CARD_READER_URL: "http://reader.test" }, "CARD_READER_URL has to be an address such as https://"],
  [{ CARD_READER_SECRET: "short" }, "CARD_READER_SECRET has to have 32 to 256 characters"],
  [{ CARD_READER: "reader" }, "CARD_READER is no service"],
  [{ CARD_READER_URL: "" }, "CARD_READER_URL is needed to forward cards."],
  [{ IMAGES: { put: () => {} } }, "the server that reads them keeps images"],
  [{ CARD_READER_URI: "x" }, "CARD_READER_URI is no setting"],
])("forwards nothing by %j", async (texts, fault) => {
  const fetch = vi.fn(readWhole);
  const { ask, lines } = start(fetch, texts);
  expect((await ask({ headers: json, body: "{}" })).status).toBe(503);
  expect(lines[0]?.["faults"]).toContain(fault);
  expect(JSON.stringify(lines)).not.toContain(secret);
  expect(fetch).not.toHaveBeenCalled();
});
