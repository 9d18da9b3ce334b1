/** Serves on a free port of loopback: a folder, as any web server does, or whatever answers requests. */
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

type Listening = { readonly origin: string; readonly close: () => Promise<void> };

/** Serves requests until it is closed. */
export function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  return new Promise((settle) => {
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          if ("closeAllConnections" in server) server.closeAllConnections();
        });
      settle({ origin: `http://127.0.0.1:${port}`, close });
    });
  });
}

/** Serves a folder at the root of an origin. */
export function serveFolder(root: string): Promise<Listening> {
  return listen(new Hono().use(serveStatic({ root })).fetch);
}
