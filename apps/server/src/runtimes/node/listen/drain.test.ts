import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { hostHere } from "../../../testing/host-here.ts";
import { planListening } from "../../../testing/plan-listening.ts";
import { openProbe } from "../host.ts";
import { drain } from "./drain.ts";

const request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const patience = { drainDelayMs: 100, shutdownTimeoutMs: 3_000 };

test("answers a request in progress and closes its connection", async () => {
  const { listening, open } = await planListening(400);
  const connection = await open();
  connection.socket.write(request);
  await wait(50);
  expect(await drain(listening, patience, hostHere)).toBe(true);
  const text = await connection.untilClosed();
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n.*done(?:\r\n0\r\n\r\n)?$/s);
});

test("accepts connections while draining, and none afterwards", async () => {
  const { listening, open } = await planListening(1);
  const draining = drain(listening, patience, hostHere);
  const late = await open();
  late.socket.write(request);
  expect(await late.untilClosed()).toContain("Connection: close");
  expect(await draining).toBe(true);
  await expect(open()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("answers a request on a kept-alive connection right after the listener was closed", async () => {
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

test("connections that never sent anything do not delay the stop", async () => {
  const { listening, open } = await planListening(1);
  const silent = await open();
  const beganMs = performance.now();
  expect(await drain(listening, patience, hostHere)).toBe(true);
  expect(performance.now() - beganMs).toBeLessThan(2_000);
  // Bun ignores connections that have sent nothing, and they learn of the stop when they send.
  if (hostHere.runtime.name !== "bun") expect(await silent.untilClosed()).toBe("");
});

test("cuts a request that exceeds the shutdown time-out, and reports it", async () => {
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

test("all connections opened before the probe are accepted after it, and the probe leaves none open", async () => {
  const { server, address, arrived } = await open("127.0.0.1");
  const callers = Array.from({ length: 20 }, () => connect(address.port, "127.0.0.1"));
  onTestFinished(() => {
    for (const caller of callers) caller.destroy();
  });
  await Promise.all(callers.map((caller) => once(caller, "connect")));
  // Bun ignores connections that have sent nothing.
  for (const caller of callers) caller.write("G");
  expect(await openProbe(server, address)).toBe(1);
  expect(arrived).toEqual(expect.arrayContaining(callers.map(({ localPort }) => localPort)));
  expect(arrived).toHaveLength(callers.length + 1);
});

test("probes a server that listens on all addresses through the loopback address", async () => {
  const { server, address, arrived } = await open("0.0.0.0");
  const beganMs = performance.now();
  expect(await openProbe(server, address)).toBe(1);
  expect(arrived).toHaveLength(1);
  expect(performance.now() - beganMs).toBeLessThan(150);
});

test("a probe of a closed port does not block", async () => {
  const { server, address } = await open("127.0.0.1");
  server.close();
  const beganMs = performance.now();
  expect(await openProbe(server, address)).toBe(0);
  expect(performance.now() - beganMs).toBeLessThan(2_000);
});
