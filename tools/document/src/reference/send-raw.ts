import { connect } from "node:net";

/** Sends a request line as it stands, which `fetch` would tidy up first, and gives the whole answer. */
export function sendRaw(origin: string, requestLine: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = "";
    socket.on("data", (part) => {
      answer += part.toString("utf8");
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(answer));
    socket.write(`${requestLine}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  });
}
