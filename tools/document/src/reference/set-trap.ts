import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that lets nothing through and remembers who was asked for. */
export type Trap = {
  readonly address: string;
  /** The hosts that anything in the browser tried to reach, in the order of the first attempt. */
  readonly caught: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** Sets up the proxy. Unlike the page's own record it also sees workers, prefetching and the browser itself. */
export async function setTrap(): Promise<Trap> {
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    hosts.add(hostOf(request.url ?? ""));
    response.writeHead(502).end();
  });
  server.on("connect", (request, socket) => {
    hosts.add(request.url ?? "");
    // The browser may be gone already, which is nothing to fail over.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1" }, resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, caught: () => [...hosts], close };

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).host : target;
}
