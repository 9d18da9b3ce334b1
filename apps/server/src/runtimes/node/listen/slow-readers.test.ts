import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveImages } from "../../../http/kept-images.ts";
import { type MemoryBounds, makeMemoryBudget } from "../../../http/memory-budget.ts";
import { openApp } from "../../../http/middleware.ts";
import { openMetrics } from "../observe/metrics.ts";
import { listen } from "./listen.ts";
import { whenSent } from "./requests.ts";

// Larger than the operating system's socket buffers, so that a client that does not read blocks the rest.
const image = new Uint8Array(30_000_000);
const path = "/cards/1/front?expires=1&signature=a";

/** `timeMsMax` limits the time of an answer. A client has the address that its query names. */
async function start(bounds: MemoryBounds = { bytesMax: 2 * image.length }, timeMsMax?: number) {
  const corsOrigins = new Set<string>();
  const app = openApp({
    log: () => {},
    metrics: openMetrics(),
    recordSpan: undefined,
    corsOrigins,
    now: () => 0,
    monotonicMs: () => 0,
    makeId: () => "0af7651916cd43dd8448eb211c80319c",
    makeSpanId: () => "00f067aa0ba902b7",
  });
  const findImage = async () => ({ mediaType: "image/jpeg", image });
  const reserveMemory = makeMemoryBudget(bounds, () => performance.now());
  serveImages(app, {
    ...{ findImage, corsOrigins, reserveMemory, imageBytesMax: image.length },
    addressOf: ({ url }) => new URL(url).searchParams.get("address") ?? "",
    whenSent: (bindings, done) => whenSent(bindings, done, timeMsMax),
  });
  const { server, address } = await listen(
    { port: 0, host: "127.0.0.1" },
    { fetch: app.fetch, fail: () => new Response(), shed: () => {} },
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const read = async (from = "") => {
    const answer = await fetch(`http://127.0.0.1:${address.port}${path}&address=${from}`);
    return [answer.status, (await answer.arrayBuffer()).byteLength > 1_000_000];
  };
  return { read, port: address.port };
}

/** Requests an image and stops reading after the first bytes. */
async function askAndWait(port: number, address = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path}&address=${address} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

test("clients that do not read use at most the memory budget, and release it when they disconnect", async () => {
  const { read, port } = await start();
  const [one] = [await askAndWait(port), await askAndWait(port)];
  expect(await read()).toEqual([503, false]);
  one?.destroy();
  await vi.waitFor(async () => expect(await read()).toEqual([200, true]), 5_000);
  // A completely read image is released from the budget as well.
  expect(await read()).toEqual([200, true]);
});

test("a client that does not read is disconnected if another address needs the memory", async () => {
  const { read, port } = await start({ bytesMax: 3 * image.length, senderBytesMax: 2 * image.length });
  const [first, second] = [await askAndWait(port), await askAndWait(port)];
  await askAndWait(port, "a");
  expect(await read()).toEqual([503, false]);
  expect(await read("b")).toEqual([200, true]);
  first.resume();
  await once(first, "close");
  expect(first.bytesRead).toBeLessThan(image.length);
  expect(second.readyState).toBe("open");
});

test("an answer that takes too long is aborted, though its client reads on", async () => {
  const { port } = await start({ bytesMax: image.length }, 500);
  const socket = await askAndWait(port);
  const reading = setInterval(() => socket.read(1_024), 50);
  await wait(1_000);
  clearInterval(reading);
  socket.resume();
  await once(socket, "close");
  expect(socket.bytesRead).toBeLessThan(image.length);
});
