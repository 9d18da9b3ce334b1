import { createServer, type Socket } from "node:net";
import { renderMessage } from "../render-message.ts";
import type { StubServer } from "./disconnecting-server.ts";

/** Starts a server that accepts a login and never responds to a statement. */
export async function startSilentServer(): Promise<StubServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([renderMessage("R", "\0\0\0\0"), renderMessage("Z", "I")]));
      socket.resume();
    });
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const address = server.address();
  return {
    url: `postgres://oms@127.0.0.1:${address instanceof Object ? address.port : 0}/oms`,
    close: () =>
      new Promise((settle) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => settle());
      }),
  };
}
