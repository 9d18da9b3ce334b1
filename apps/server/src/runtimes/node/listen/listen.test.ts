import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { hostHere } from "../../../testing/host-here.ts";
import { planListening } from "../../../testing/plan-listening.ts";
import { drain } from "./drain.ts";

test("closes the connection if the rest of the body arrives too slowly after the answer", async () => {
  const { open } = await planListening(1, { restMsMax: 200 });
  const connection = await open();
  const beganMs = performance.now();
  connection.socket.on("error", () => {}).write("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000\r\n\r\n");
  const sending = setInterval(() => connection.socket.write("x"), 50);
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  clearInterval(sending);
  expect(performance.now() - beganMs).toBeLessThan(5_000);
});

test("keeps the connection if the body is complete soon after the answer", async () => {
  const { open } = await planListening(1, { restMsMax: 200 });
  const { socket, received } = await open();
  socket.write("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab");
  await wait(100);
  socket.write("cd");
  await wait(400);
  socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await wait(100);
  expect(received().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
});

test("answers incomplete headers with 408 after the time limit", async () => {
  const { open } = await planListening(1, { headersMsMax: 200 });
  const connection = await open();
  connection.socket.write("GET / HTTP/1.1\r\nHost: h\r\n");
  const text = await connection.untilClosed();
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).toMatchObject({ error: "request_timeout" });
});

const long = "x".repeat(48 * 1_048_576);

test("drops an answer that is not read, and its connection", async () => {
  const { open, listening } = await planListening(1, { unreadMsMax: 300 }, long);
  const { socket } = await open();
  socket.on("error", () => {}).pause();
  socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await vi.waitFor(() => expect(listening.connections.underWay()).toHaveLength(1), { timeout: 20_000 });
  await vi.waitFor(() => expect(listening.connections.underWay()).toHaveLength(0), { timeout: 20_000 });
});

test("delivers an answer completely to a slow reader", async () => {
  const { open, listening } = await planListening(1, { unreadMsMax: 1_000 }, long);
  const { socket, untilClosed } = await open();
  const slowUntilMs = performance.now() + 1_500;
  let length = 0;
  let pausedCount = 0;
  socket.on("data", (text: string) => {
    length += text.length;
    if (length <= pausedCount * 1_048_576 || performance.now() > slowUntilMs) return;
    pausedCount += 1;
    socket.pause();
    setTimeout(() => socket.resume(), 50);
  });
  socket.write("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  await wait(1_500);
  // More than the buffers of both sides hold is still unsent, so the limit applied all the time.
  expect(listening.connections.underWay()).toHaveLength(1);
  expect((await untilClosed()).length).toBeGreaterThan(long.length);
});

test("sends an answer that takes longer to make than the limit for readers", async () => {
  const { open } = await planListening(900, { unreadMsMax: 200 });
  const connection = await open();
  connection.socket.write("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  expect(await connection.untilClosed()).toMatch(/done(?:\r\n0\r\n\r\n)?$/);
});

test("an unread answer does not delay the stop", async () => {
  const { open, listening } = await planListening(1, { unreadEndingMsMax: 300 }, long);
  const { socket } = await open();
  socket.on("error", () => {}).pause();
  socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await vi.waitFor(() => expect(listening.connections.underWay()).toHaveLength(1), { timeout: 20_000 });
  expect(await drain(listening, { drainDelayMs: 0, shutdownTimeoutMs: 20_000 }, hostHere)).toBe(true);
});

test("requires Host for HTTP/1.1 and not for HTTP/1.0", async () => {
  const { open } = await planListening(1);
  const old = await open();
  old.socket.write("GET /healthz HTTP/1.0\r\n\r\n");
  expect(await old.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*done$/s);
  const newer = await open();
  newer.socket.write("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
  expect(await newer.untilClosed()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

function statusesIn(received: string): string[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status);
}

test("answers 32 pipelined requests, and asks to send the next on another connection", async () => {
  const { open } = await planListening(50);
  const request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  const modest = await open();
  modest.socket.write(request.repeat(32));
  await vi.waitFor(() => expect(statusesIn(modest.received())).toHaveLength(32), { timeout: 20_000 });
  modest.socket.write(request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
  expect(statusesIn(await modest.untilClosed())).toEqual(Array.from({ length: 33 }, () => "200"));
  const greedy = await open();
  greedy.socket.on("error", () => {}).write(request.repeat(2_000));
  const received = await greedy.untilClosed();
  // Bun's parser cannot be stopped, so the connection is closed without an answer.
  if ("Bun" in globalThis) return expect(statusesIn(received).length).toBeLessThanOrEqual(32);
  expect(statusesIn(received)).toEqual([...Array.from({ length: 32 }, () => "200"), "503"]);
  expect(received).toContain("There is too much to do");
});

test("pipelined requests with large heads are refused after the first ones", async () => {
  const { open } = await planListening(50);
  const greedy = await open();
  const request = `GET / HTTP/1.1\r\nHost: h\r\nX-Padding: ${"a".repeat(14_000)}\r\n\r\n`;
  greedy.socket.on("error", () => {}).write(request.repeat(32));
  const statuses = statusesIn(await greedy.untilClosed());
  if ("Bun" in globalThis) return expect(statuses.length).toBeLessThanOrEqual(3);
  expect(statuses).toEqual(["200", "200", "200", "503"]);
});

test("sends 100 Continue when the body is read, and not if the request is answered without it", async () => {
  const { open } = await planListening(1, { restMsMax: 200 });
  const head = "Host: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n";
  const unread = await open();
  unread.socket.write(`POST / HTTP/1.1\r\n${head}`);
  expect(statusesIn(await unread.untilClosed())).toEqual(["200"]);
  const read = await open();
  read.socket.write(`PUT / HTTP/1.1\r\n${head}`);
  await vi.waitFor(() => expect(statusesIn(read.received())).toEqual(["100"]), { timeout: 20_000 });
  read.socket.write("{}");
  expect(statusesIn(await read.untilClosed())).toEqual(["100", "200"]);
});

test("rejects a duplicate Host header", async () => {
  const { open } = await planListening(1);
  const { socket, untilClosed } = await open();
  socket.write("GET / HTTP/1.1\r\nHost: h\r\nhost: h\r\nConnection: close\r\n\r\n");
  expect(statusesIn(await untilClosed())).toEqual(["400"]);
});
