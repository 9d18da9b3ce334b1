/** Bare `node:http` that keeps streams open, and writes so many bytes to each as often as it is asked to. */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  const query = new URL(request.url ?? "/", "http://a").searchParams;
  const [bytes, everyMs] = [Number(query.get("bytes")), Number(query.get("everyMs"))];
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform" });
  response.write("event: hello\ndata: {}\n\n");
  if (!(bytes > 0)) return;
  const text = `event: quote\ndata: ${"x".repeat(Math.max(0, bytes - 22))}\n\n`;
  const timer = setInterval(() => response.write(text), everyMs);
  response.on("close", () => clearInterval(timer));
});
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on ${typeof address === "object" ? address?.port : ""}`);
});
