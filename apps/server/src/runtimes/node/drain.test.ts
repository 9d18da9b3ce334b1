import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { hostHere } from "../../testing/host-here.ts";
import { planListening } from "../../testing/plan-listening.ts";
import { drain, knock } from "./drain.ts";

const request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const patience = { drainDelayMs: 100, shutdownTimeoutMs: 3_000 };

test("a request that is under way is answered, and its connection is said to end", async () => {
  const { listening, open } = await planListening(400);
  const connection = await open();
  connection.socket.write(request);
  await wait(50);
  expect(await drain(listening, patience, hostHere)).toBe(true);
  const text = await connection.untilClosed();
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n.*done(?:\r\n0\r\n\r\n)?$/s);
});

test("who comes while the server drains is served, and after it nobody is let in", async () => {
  const { listening, open } = await planListening(1);
  const draining = drain(listening, patience, hostHere);
  const late = await open();
  late.socket.write(request);
  expect(await late.untilClosed()).toContain("Connection: close");
  expect(await draining).toBe(true);
  await expect(open()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a request on a kept connection is answered when it comes just after the door was closed", async () => {
  const { listening, open } = await planListening(1);
  const kept = await open();
  kept.socket.write(request);
  await wait(50);
  expect(kept.received()).toContain("Connection: keep-alive");
  const draining = drain(listening, patience, hostHere);
  await wait(300);
  expect(listening.server.listening).toBe(false);
  kept.socket.write(request);
  expect((await kept.untilClosed()).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(await draining).toBe(true);
});

test("connections on which nothing was ever sent do not hold up the end", async () => {
  const { listening, open } = await planListening(1);
  const silent = await open();
  const beganMs = performance.now();
  expect(await drain(listening, patience, hostHere)).toBe(true);
  expect(performance.now() - beganMs).toBeLessThan(2_000);
  // To Bun whoever says nothing was never there, and learns of the end when they do.
  if (hostHere.runtime.name !== "bun") expect(await silent.untilClosed()).toBe("");
});

test("a request that takes longer than anybody waits is cut, and that is told", async () => {
  const { listening, open } = await planListening(60_000);
  const connection = await open();
  connection.socket.on("error", () => {}).write(request);
  await wait(50);
  expect(await drain(listening, { drainDelayMs: 0, shutdownTimeoutMs: 300 }, hostHere)).toBe(false);
  expect(await connection.untilClosed()).toBe("");
});

async function open(host: string) {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const arrived: (number | undefined)[] = [];
  server.on("connection", ({ remotePort }) => void arrived.push(remotePort));
  return { server, address: server.address() as AddressInfo, arrived };
}

test("whoever was connected before the knock has been let in after it, and the knock leaves nobody behind", async () => {
  const { server, address, arrived } = await open("127.0.0.1");
  const callers = Array.from({ length: 20 }, () => connect(address.port, "127.0.0.1"));
  onTestFinished(() => {
    for (const caller of callers) caller.destroy();
  });
  await Promise.all(callers.map((caller) => once(caller, "connect")));
  // Bun takes notice of nobody who says nothing.
  for (const caller of callers) caller.write("G");
  expect(await knock(server, address)).toBe(1);
  expect(arrived).toEqual(expect.arrayContaining(callers.map(({ localPort }) => localPort)));
  expect(arrived).toHaveLength(callers.length + 1);
});

test("a server that listens everywhere is knocked at on this machine", async () => {
  const { server, address, arrived } = await open("0.0.0.0");
  const beganMs = performance.now();
  expect(await knock(server, address)).toBe(1);
  expect(arrived).toHaveLength(1);
  expect(performance.now() - beganMs).toBeLessThan(150);
});

test("a door at which nobody listens holds nobody up", async () => {
  const { server, address } = await open("127.0.0.1");
  server.close();
  const beganMs = performance.now();
  expect(await knock(server, address)).toBe(0);
  expect(performance.now() - beganMs).toBeLessThan(2_000);
});
