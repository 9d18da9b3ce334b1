import { createServer } from "node:net";
import { renderMessage } from "../render-message.ts";

/** A server that speaks just enough of PostgreSQL's protocol for a test. */
export type StubServer = { readonly url: string; readonly close: () => Promise<void> };

/** Starts a server that accepts a login and ends the session in the same packet, as a PostgreSQL during its shutdown may. */
export async function startDisconnectingServer(): Promise<StubServer> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      const fields = "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";
      socket.end(
        Buffer.concat([renderMessage("R", "\0\0\0\0"), renderMessage("Z", "I"), renderMessage("E", fields)]),
      );
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
