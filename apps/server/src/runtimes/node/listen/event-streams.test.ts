import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { cutEvent, type EventBatch, type OpenEvents } from "../../../http/event-stream.ts";
import { hostHere } from "../../../testing/host-here.ts";
import { makeFolder } from "../../../testing/make-folder.ts";
import { batchOf, planEvents, planStreams } from "../../../testing/plan-streams.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";
import type { TimeLimits } from "./connections.ts";
import { drain } from "./drain.ts";
import { listen } from "./listen.ts";

const patience = { timeout: 20_000 };

async function start(open: OpenEvents, limits: Partial<TimeLimits> = {}) {
  const planned = planStreams(open);
  const { fetch } = planned.app;
  const fail = (): Response => new Response(null, { status: 500 });
  const place = { port: 0, host: "127.0.0.1" };
  const listening = await listen(place, { fetch, fail, shed: () => {} }, limits);
  const { server, address } = listening;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...planned, listening, origin: `http://127.0.0.1:${address.port}`, port: address.port };
}

/** Reads a stream event by event. */
async function read(origin: string) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/stream`, { signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  return { next, leave: () => leaving.abort() };
}

/** Requests a stream and never reads. */
function openUnread(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}).pause();
  socket.write("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  return socket;
}

test.each([
  ["a request", "GET /stream HTTP/1.1\r\nHost: h\r\n\r\n"],
  ["what is no request", "?\r\n\r\n"],
  ["a head that does not end", "GET / HTTP/1.1\r\nHost: h\r\n"],
])("%s behind a stream ends the connection, in the same packet and later", async (_, behind) => {
  const events = planEvents();
  const { port } = await start(events.open, { headersMsMax: 500 });
  // The adapter reads /stream of it.
  const asked = `GET http:///x/stream HTTP/1.1\r\nHost: h\r\n\r\n`;
  for (const isLater of [false, true]) {
    const socket = connect(port, "127.0.0.1");
    const closed = once(socket.on("error", () => {}).resume(), "close");
    socket.write(isLater ? asked : asked + behind);
    if (isLater) {
      events.send({ event: "hello", data: {} });
      await once(socket, "data");
      socket.write(behind);
    }
    await closed;
  }
});

test("a stream closes its connection, and one that is asked for with a body is refused", async () => {
  const events = planEvents();
  const { origin, port } = await start(events.open);
  events.send({ event: "hello", data: {} });
  const response = await fetch(`${origin}/stream`);
  expect(response.headers.get("connection")).toBe("close");
  await response.body?.cancel();
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /stream HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nx");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 .*"field":"body"/s);
  await once(socket, "close");
});

test("a stream that has to give way is cut after five seconds, though its reader takes nothing", async () => {
  const events = planEvents();
  const { port, listening } = await start(events.open);
  events.send({ event: "hello", data: {} });
  const socket = openUnread(port);
  const failed = once(socket, "error");
  await vi.waitFor(() => expect(listening.connections.hasStream(serverSocket())).toBe(true), patience);
  function serverSocket(): unknown {
    return listening.connections.underWay()[0]?.outgoing.req.socket;
  }
  listening.connections.underWay()[0]?.outgoing.emit(cutEvent);
  socket.resume();
  expect(await failed).toMatchObject([{ code: "ECONNRESET" }]);
  await vi.waitFor(() => expect(listening.connections.underWay()).toEqual([]), patience);
});

test("events reach the reader one by one, while the source pauses", async () => {
  const events = planEvents();
  const { origin } = await start(events.open);
  const { next } = await read(origin);
  const delaysMs: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const sentMs = performance.now();
    events.send({ event: "tick", data: { n } });
    expect(await next()).toBe(`event: tick\ndata: {"n":${n}}\n\n`);
    delaysMs.push(performance.now() - sentMs);
    await wait(10);
  }
  // The median, because other tests share the processor.
  expect(delaysMs.sort((one, other) => one - other)[5]).toBeLessThan(100);
});

test("a reader that leaves cancels a source that pauses", async () => {
  const events = planEvents();
  const { origin, logged } = await start(events.open);
  events.send({ event: "hello", data: {} });
  const { next, leave } = await read(origin);
  await next();
  leave();
  await vi.waitFor(() => expect(events.stops).toEqual(["left", "closed"]), patience);
  await vi.waitFor(() => expect(logged).toMatchObject([{ event: "request", reason: "left", eventCount: 1 }]));
});

/** Counts how many events of 10 kB were made. */
function flood() {
  const made = { count: 0 };
  const data = { filler: "x".repeat(10_000) };
  async function* open(): AsyncGenerator<EventBatch> {
    for (;;) {
      made.count += 1;
      yield batchOf({ event: "tick", data });
      await new Promise(setImmediate);
    }
  }
  return { open, made };
}

test("a reader that does not read stops its source, and delays no other request", async () => {
  const { open, made } = flood();
  const { origin, port, listening } = await start(open);
  openUnread(port);
  let before: number;
  do {
    before = made.count;
    await wait(300);
  } while (made.count === 0 || made.count > before);
  // What the kernel holds for loopback, and one event in the process.
  expect(made.count * 10_000).toBeLessThan(20_000_000);
  const [working] = listening.connections.underWay();
  expect(working?.outgoing.writableLength).toBeLessThan(100_000);
  expect(await (await fetch(`${origin}/plain`)).text()).toBe("ok");
  const other = await read(origin);
  expect(await other.next()).toContain("event: tick");
  other.leave();
});

test("a stream whose socket takes nothing is ended by the limit for readers, a quiet one is not", async () => {
  const events = planEvents();
  const quiet = await start(events.open, { unreadMsMax: 1_000 });
  const { next } = await read(quiet.origin);
  await wait(1_500);
  events.send({ event: "late", data: {} });
  expect(await next()).toContain("event: late");
  await wait(1_500);
  expect(quiet.logged).toEqual([]);
  const unread = await start(flood().open, { unreadMsMax: 1_000 });
  openUnread(unread.port);
  await vi.waitFor(() => expect(unread.logged).toMatchObject([{ reason: "left" }]), patience);
});

test("a stopped reader is reset after the limit and not after twice of it", async () => {
  const { port, logged } = await start(flood().open, { unreadMsMax: 3_000 });
  const beganMs = performance.now();
  const socket = openUnread(port);
  await vi.waitFor(() => expect(logged).toHaveLength(1), patience);
  expect(performance.now() - beganMs).toBeLessThan(5_500);
  const failed = new Promise((settle) => socket.on("error", settle));
  socket.resume();
  expect(await failed).toMatchObject({ code: "ECONNRESET" });
}, 30_000);

test.runIf(process.platform === "linux")("the kernel probes the peer of a stream", async () => {
  const events = planEvents();
  const { origin, port } = await start(events.open);
  events.send({ event: "hello", data: {} });
  const { next } = await read(origin);
  await next();
  const own = `:${port.toString(16).toUpperCase().padStart(4, "0")} `;
  const rows = (await readFile("/proc/net/tcp", "utf8")).split("\n").filter((row) => row.includes(own));
  // Of the server's end: established, with the timer for keep-alive.
  const row = rows
    .map((text) => text.trim().split(/\s+/))
    .find(([, local, , state]) => `${local} `.endsWith(own) && state === "01");
  expect(row?.[5]).toMatch(/^02:/);
});

test("streams that say goodbye do not delay the stop, a reader that does not read neither", async () => {
  const events = planEvents();
  const { origin, listening, draining, logged } = await start(events.open, { unreadEndingMsMax: 300 });
  const readers = await Promise.all(Array.from({ length: 50 }, () => read(origin)));
  draining.abort();
  const beganMs = performance.now();
  expect(await drain(listening, { drainDelayMs: 0, shutdownTimeoutMs: 20_000 }, hostHere)).toBe(true);
  expect(performance.now() - beganMs).toBeLessThan(10_000);
  for (const { next } of readers) {
    expect(await next()).toContain('data: {"reason":"restart"}');
    expect(await next()).toBeUndefined();
  }
  expect(logged.map(({ reason }) => reason)).toEqual(readers.map(() => "restart"));
  const stuck = await start(flood().open, { unreadEndingMsMax: 300 });
  openUnread(stuck.port);
  await vi.waitFor(() => expect(stuck.listening.connections.underWay()).toHaveLength(1), patience);
  stuck.draining.abort();
  expect(await drain(stuck.listening, { drainDelayMs: 0, shutdownTimeoutMs: 20_000 }, hostHere)).toBe(true);
});

test("SIGTERM ends a stream with a last event, one line in the log, and exit 0", async () => {
  const folder = await makeFolder();
  const program = fileURLToPath(new URL("../../../testing/streaming-server.ts", import.meta.url));
  const { origin, signal, ended, written } = await startBuiltServer({ DATA_DIR: folder }, program);
  const response = await fetch(`${origin}/stream`);
  const text = response.text();
  await wait(200);
  signal("SIGTERM");
  expect(await text).toMatch(
    /^event: hello\ndata: \{\}\n\n(event: tick\ndata: \{\}\n\n)+event: bye\ndata: \{"reason":"restart"\}\nretry: 0\n\n$/,
  );
  expect(await ended).toBe(0);
  const lines = written()
    .split("\n")
    .filter((line) => line.includes('"reason":"restart"'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "request", status: 200 });
});
