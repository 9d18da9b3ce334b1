/** A broker on a port of this machine, for programs that cannot take a `fetch`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type Broker, type BrokerOptions, createBroker } from "./index.ts";

/** Opens a broker that listens on 127.0.0.1, by default on a free port. `close` stops listening too. */
export async function startBroker({
  port = 0,
  ...options
}: BrokerOptions & { readonly port?: number } = {}): Promise<Broker & { readonly url: string }> {
  const broker = await createBroker(options);
  const server = createServer(getRequestListener((request) => broker.fetch(request)));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    await broker.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { ...broker, url, close };
}
