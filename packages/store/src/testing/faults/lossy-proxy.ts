import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy that can drop the response to a statement, or all connections. */
export type LossyProxy = {
  readonly url: string;
  /** Forwards the next packet with this text to the server, and resets the client's connection when the server responds. */
  readonly loseResponseTo: (text: string) => void;
  /** Resets all connections, and new ones until `restore`. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly close: () => Promise<void>;
};

/** Starts a proxy to a PostgreSQL server, so that a test can lose the response to a committed statement. */
export async function startLossyProxy(url: string): Promise<LossyProxy> {
  const target = new URL(url);
  let textToLose: string | undefined;
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let losesResponse = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => {
      if (textToLose !== undefined && bytes.includes(textToLose)) {
        losesResponse = true;
        textToLose = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (losesResponse) client.resetAndDestroy();
      else client.write(bytes);
    });
    client.on("close", () => upstream.end());
    upstream.on("close", () => client.end());
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const address = server.address();
  const proxyUrl = new URL(url);
  proxyUrl.hostname = "127.0.0.1";
  proxyUrl.port = String(address instanceof Object ? address.port : 0);
  return {
    url: proxyUrl.href,
    loseResponseTo: (text) => {
      textToLose = text;
    },
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    restore: () => {
      isCut = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((settle) => {
        server.close(() => settle());
      });
    },
  };
}
