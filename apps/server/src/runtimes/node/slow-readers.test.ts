import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeBodyRoom } from "../../http/body-bytes.ts";
import { serveImages } from "../../http/kept-images.ts";
import { openApp } from "../../http/middleware.ts";
import { listen } from "./listen.ts";
import { openMetrics } from "./metrics.ts";
import { whenSent } from "./requests.ts";

// More than what systems hold of a connection by themselves, so that one who does not read keeps the rest waiting.
const image = new Uint8Array(30_000_000);
const path = "/cards/1/front?expires=1&signature=a";

async function start() {
  const corsOrigins = new Set<string>();
  const app = openApp({
    log: () => {},
    metrics: openMetrics(),
    recordSpan: undefined,
    corsOrigins,
    now: () => 0,
    monotonicMs: () => 0,
    makeTraceId: () => "0af7651916cd43dd8448eb211c80319c",
    makeSpanId: () => "00f067aa0ba902b7",
  });
  const findImage = async () => ({ mediaType: "image/jpeg", image });
  const enterRoom = makeBodyRoom(2 * image.length);
  serveImages(app, { findImage, corsOrigins, enterRoom, imageBytesMax: image.length, whenSent });
  const { server, address } = await listen({ port: 0, host: "127.0.0.1" }, app.fetch, () => new Response());
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${address.port}${path}`);
    return [answer.status, (await answer.arrayBuffer()).byteLength > 1_000_000];
  };
  return { read, port: address.port };
}

/** Asks for an image and reads no more of it than that it comes. */
async function askAndWait(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

test("readers who do not read fill the room and no more of the memory, and leave it when they go", async () => {
  const { read, port } = await start();
  const [one] = [await askAndWait(port), await askAndWait(port)];
  expect(await read()).toEqual([503, false]);
  one?.destroy();
  await vi.waitFor(async () => expect(await read()).toEqual([200, true]), 5_000);
  // What was read to its end is out of the room as well.
  expect(await read()).toEqual([200, true]);
});
