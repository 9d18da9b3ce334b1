import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import type { OpenEvents } from "../../../http/event-stream.ts";
import type { StreamEvent } from "../../../http/format-event.ts";
import { hostHere } from "../../../testing/host-here.ts";
import { planEvents, planStreams } from "../../../testing/plan-streams.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";
import type { TimeLimits } from "./connections.ts";
import { drain } from "./drain.ts";
import { listen } from "./listen.ts";

const patience = { timeout: 20_000 };

async function start(open: OpenEvents, limits: Partial<TimeLimits> = {}) {
  const planned = planStreams(open);
  const { fetch } = planned.app;
  const fail = (): Response => new Response(null, { status: 500 });
  const listening = await listen({ port: 0, host: "127.0.0.1" }, { fetch, fail, shed: () => {} }, limits);
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
  async function* open(): AsyncGenerator<StreamEvent> {
    for (;;) {
      made.count += 1;
      yield { event: "tick", data };
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
  const folder = await mkdtemp(join(tmpdir(), "streams-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
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
