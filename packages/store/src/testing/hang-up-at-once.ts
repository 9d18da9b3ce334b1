import { createServer } from "node:net";

/** A PostgreSQL that lets everybody in, and in the same breath tells that it was told to end the session. */
export type CurtServer = { readonly url: string; readonly close: () => Promise<void> };

/** Starts a server that says it is ready and hangs up in one packet, as one may that is shut down at that moment. */
export async function hangUpAtOnce(): Promise<CurtServer> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      const fields = "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";
      socket.end(Buffer.concat([message("R", "\0\0\0\0"), message("Z", "I"), message("E", fields)]));
    });
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const address = server.address();
  return {
    url: `postgres://oms@127.0.0.1:${address instanceof Object ? address.port : 0}/oms`,
    close: () => new Promise((settle) => server.close(() => settle())),
  };
}

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}
