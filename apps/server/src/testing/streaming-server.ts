/** The built server with a stream at `/stream`: `hello`, a `tick` every 20 ms, and `bye` when the server drains. */
import { setTimeout as wait } from "node:timers/promises";
import type { OpenEvents } from "../http/event-stream.ts";

const built = new URL("../../dist/", import.meta.url);
const importBuilt = (path: string): Promise<unknown> => import(new URL(path, built).href);
const { runServer } = (await importBuilt(
  "runtimes/node/run-server.js",
)) as typeof import("../runtimes/node/run-server.ts");
const { streamEvents } = (await importBuilt(
  "http/event-stream.js",
)) as typeof import("../http/event-stream.ts");

const open: OpenEvents = async function* (signal) {
  yield { text: "event: hello\ndata: {}\n\n", eventCount: 1 };
  while (!signal.aborted) {
    await wait(20, undefined, { signal }).catch(() => {});
    if (!signal.aborted) yield { text: "event: tick\ndata: {}\n\n", eventCount: 1 };
  }
  yield {
    text: `event: bye\ndata: ${JSON.stringify({ reason: signal.reason })}\nretry: 0\n\n`,
    eventCount: 1,
  };
};

await runServer(undefined, (app, services) => {
  app.get("/stream", (c) => streamEvents(c, services, open));
});
