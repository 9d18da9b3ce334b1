import { serve } from "@hono/node-server";

/** A server on a free port of loopback. */
export type Listening = { readonly origin: string; readonly close: () => Promise<void> };

/** Answers requests on loopback until it is closed. */
export function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  return new Promise((settle) => {
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      const close = (): Promise<void> => new Promise((done) => server.close(() => done()));
      settle({ origin: `http://127.0.0.1:${port}`, close });
    });
  });
}
