import { createServer, type Socket } from "node:net";
import type { CurtServer } from "./hang-up-at-once.ts";
import { renderMessage } from "./render-message.ts";

/** Starts a PostgreSQL that lets everybody in, and from then on takes what it is sent and says nothing. */
export async function fallSilent(): Promise<CurtServer> {
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
