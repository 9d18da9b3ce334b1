import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { hostHere } from "../../testing/host-here.ts";
import { planListening } from "../../testing/plan-listening.ts";
import { drain } from "./drain.ts";

test("a body that comes slowly holds no connection once the answer is out", async () => {
  const { open } = await planListening(1, { restMsMax: 200 });
  const connection = await open();
  const beganMs = performance.now();
  connection.socket.on("error", () => {}).write("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000\r\n\r\n");
  const sending = setInterval(() => connection.socket.write("x"), 50);
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  clearInterval(sending);
  expect(performance.now() - beganMs).toBeLessThan(5_000);
});

test("a body that is whole soon after the answer keeps its connection for the next request", async () => {
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

test("headers that do not come are waited for no longer than was said, and answered with 408", async () => {
  const { open } = await planListening(1, { headersMsMax: 200 });
  const connection = await open();
  connection.socket.write("GET / HTTP/1.1\r\nHost: h\r\n");
  const text = await connection.untilClosed();
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).toMatchObject({ error: "request_timeout" });
});

const long = "x".repeat(48 * 1_048_576);

test("an answer that nobody reads is given up, and its connection with it", async () => {
  const { open, listening } = await planListening(1, { unreadMsMax: 300 }, long);
  const { socket } = await open();
  socket.on("error", () => {}).pause();
  socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await vi.waitFor(() => expect(listening.connections.underWay()).toHaveLength(1), { timeout: 20_000 });
  await vi.waitFor(() => expect(listening.connections.underWay()).toHaveLength(0), { timeout: 20_000 });
});

test("an answer that is read slowly arrives whole", async () => {
  const { open } = await planListening(1, { unreadMsMax: 300 }, long);
  const { socket } = await open();
  let length = 0;
  let pausedCount = 0;
  socket.on("data", (text: string) => {
    length += text.length;
    if (length <= (pausedCount + 1) * 2_097_152) return;
    pausedCount += 1;
    socket.pause();
    setTimeout(() => socket.resume(), 50);
  });
  const beganMs = performance.now();
  socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await vi.waitFor(() => expect(length).toBeGreaterThan(long.length), { timeout: 20_000 });
  expect(performance.now() - beganMs).toBeGreaterThan(900);
});

test("an answer that takes us longer than a reader may take is sent all the same", async () => {
  const { open } = await planListening(900, { unreadMsMax: 200 });
  const connection = await open();
  connection.socket.write("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  expect(await connection.untilClosed()).toMatch(/done$/);
});

test("an answer that nobody reads does not hold up the end", async () => {
  const { open, listening } = await planListening(1, { unreadEndingMsMax: 300 }, long);
  const { socket } = await open();
  socket.on("error", () => {}).pause();
  socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await vi.waitFor(() => expect(listening.connections.underWay()).toHaveLength(1), { timeout: 20_000 });
  expect(await drain(listening, { drainDelayMs: 0, shutdownTimeoutMs: 20_000 }, hostHere)).toBe(true);
});

test("a request by HTTP/1.0 needs no Host, and one by HTTP/1.1 does", async () => {
  const { open } = await planListening(1);
  const old = await open();
  old.socket.write("GET /healthz HTTP/1.0\r\n\r\n");
  expect(await old.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*done$/s);
  const newer = await open();
  newer.socket.write("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
  expect(await newer.untilClosed()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});
