import { expect, test, vi } from "vitest";
import { batchOf, planEvents, planStreams } from "../testing/plan-streams.ts";
import { formatEvent, type StreamEvent } from "./format-event.ts";

function textOf(event: StreamEvent): string {
  return formatEvent(event);
}

test("writes event, one line of data, id and retry", () => {
  expect(textOf({ event: "quote", data: { price: 1 } })).toBe('event: quote\ndata: {"price":1}\n\n');
  expect(textOf({ event: "bye", data: {}, id: "7", retry: 250 })).toBe(
    "event: bye\ndata: {}\nid: 7\nretry: 250\n\n",
  );
});

test("line breaks in data do not break the framing", () => {
  const data = { name: "a\r\n\nevent: forged\ndata: {}\n\n\u2028" };
  const lines = textOf({ event: "quote", data }).split(/\r\n|\r|\n/);
  expect(lines).toHaveLength(4);
  expect(JSON.parse(lines[1]?.slice("data: ".length) ?? "")).toEqual(data);
});

test.each([
  { event: "a\nb", data: {} },
  { event: "a", data: {}, id: "1\r2" },
  { event: "a", data: {}, id: "1\0" },
  { event: "a", data: {}, retry: 0.5 },
])("rejects $event with id $id and retry $retry", (event) => {
  expect(() => formatEvent(event)).toThrow();
});

test("sends a stream with headers that forbid storing, changing and buffering", async () => {
  const events = planEvents();
  events.send({ event: "hello", data: {} });
  events.end();
  const response = await planStreams(events.open).app.request("/stream");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-request-id": expect.any(String),
  });
  expect(await response.text()).toBe("event: hello\ndata: {}\n\n");
});

test("asks for an event when the reader takes it, and not before", async () => {
  let askedCount = 0;
  const planned = planStreams(async function* () {
    for (;;) {
      askedCount += 1;
      yield batchOf({ event: "quote", data: { askedCount } });
    }
  });
  const response = await planned.app.request("/stream");
  await new Promise(setImmediate);
  expect(askedCount).toBe(0);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  await new Promise(setImmediate);
  expect(askedCount).toBe(2);
  await reader?.cancel();
});

test("logs, counts and traces a stream once, when it ended", async () => {
  const events = planEvents();
  const { app, logged, spans, metrics } = planStreams(events.open);
  const response = await app.request("/stream");
  events.send({ event: "hello", data: {} }, { event: "quote", data: {} });
  const text = response.text();
  await vi.waitFor(async () =>
    expect(await metrics.render()).toContain('oms_open_streams{operation="streamed"} 1'),
  );
  expect([logged, spans]).toEqual([[], []]);
  events.end();
  const byteCount = (await text).length;
  expect(logged).toMatchObject([
    { event: "request", operation: "streamed", status: 200, reason: "ended", eventCount: 2, byteCount },
  ]);
  expect(spans).toMatchObject([{ operation: "streamed", status: 200, durationMs: logged[0]?.durationMs }]);
  const rendered = await metrics.render();
  expect(rendered).toContain('oms_open_streams{operation="streamed"} 0');
  expect(rendered).toContain('oms_requests_total{operation="streamed",status="200"} 1');
});

test("an error of the source ends the stream without detail, and is logged", async () => {
  const events = planEvents();
  const { app, logged } = planStreams(events.open);
  const response = await app.request("/stream");
  events.send({ event: "hello", data: {} });
  const thrown = new Error("the secret");
  events.end(thrown);
  expect(await response.text()).toBe("event: hello\ndata: {}\n\n");
  expect(logged).toMatchObject([
    { level: "error", event: "event stream failed", operation: "streamed", thrown },
    { level: "info", event: "request", status: 200, reason: "failed", eventCount: 1 },
  ]);
});

test("a source that throws before it opens is answered and logged as any failure", async () => {
  const { app, logged, metrics } = planStreams(() => {
    throw new Error("the secret");
  });
  const response = await app.request("/stream");
  expect([response.status, (await response.text()).includes("secret")]).toEqual([500, false]);
  expect(logged.filter(({ event }) => event === "request")).toMatchObject([{ status: 500 }]);
  expect(await metrics.render()).not.toContain("oms_open_streams{");
});

test("an event that would break the framing fails the stream, and closes the source", async () => {
  const events = planEvents();
  const { app, logged } = planStreams(events.open);
  const response = await app.request("/stream");
  events.send({ event: "a\n\nb", data: {} });
  expect(await response.text()).toBe("");
  expect(logged.map(({ reason }) => reason)).toEqual([undefined, "failed"]);
  // The source formats it, and closes as it throws.
  expect(events.stops).toEqual(["closed", "failed"]);
});

test("a reader that leaves aborts the signal and closes a source that waits", async () => {
  const events = planEvents();
  const { app, logged } = planStreams(events.open);
  const reader = (await app.request("/stream")).body?.getReader();
  events.send({ event: "hello", data: {} });
  await reader?.read();
  void reader?.read();
  await new Promise(setImmediate);
  await reader?.cancel();
  await vi.waitFor(() => expect(events.stops).toEqual(["left", "closed"]));
  expect(logged).toMatchObject([{ event: "request", reason: "left", eventCount: 1 }]);
});

test("a source that throws because its signal aborted has not failed", async () => {
  const { app, logged, draining } = planStreams(async function* (signal) {
    yield batchOf({ event: "hello", data: {} });
    await new Promise((_settle, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  const text = (await app.request("/stream")).text();
  await new Promise(setImmediate);
  draining.abort();
  expect(await text).toBe("event: hello\ndata: {}\n\n");
  expect(logged).toMatchObject([{ event: "request", reason: "restart", eventCount: 1 }]);
});

test("a server that drains lets each stream send a last event, a new one too", async () => {
  const planned = planEvents();
  const { app, logged, draining } = planStreams(planned.open);
  const text = (await app.request("/stream")).text();
  await new Promise(setImmediate);
  draining.abort();
  const bye = 'event: bye\ndata: {"reason":"restart"}\nretry: 250\n\n';
  expect(await text).toBe(bye);
  expect(await (await app.request("/stream")).text()).toBe(bye);
  expect(logged.map(({ reason }) => reason)).toEqual(["restart", "restart"]);
});

test("HEAD has the headers, and opens nothing", async () => {
  let openedCount = 0;
  const { app, logged, metrics } = planStreams(async function* () {
    openedCount += 1;
    yield batchOf({ event: "hello", data: {} });
  });
  const response = await app.request("/stream", { method: "HEAD" });
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    "text/event-stream",
    "",
  ]);
  expect(openedCount).toBe(0);
  expect(logged).toMatchObject([{ event: "request", method: "HEAD", status: 200 }]);
  expect(logged[0]).not.toHaveProperty("eventCount");
  expect(await metrics.render()).not.toContain('oms_open_streams{operation="streamed"}');
});
