import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { knock } from "./drain.ts";

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
