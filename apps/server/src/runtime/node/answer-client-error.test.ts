import { expect, test } from "vitest";
import { planListening } from "../../testing/plan-listening.ts";

async function send(bytes: string, answerMs = 1): Promise<string> {
  const { open } = await planListening(answerMs);
  const connection = await open();
  connection.socket.write(bytes, "latin1");
  return connection.untilClosed();
}

test.each([
  ["what is no HTTP", "RUBBISH\r\n\r\n", "400 Bad Request", "bad_request"],
  ["a hello of TLS", "\x16\x03\x01\x02\x00\x01\x00", "400 Bad Request", "bad_request"],
  [
    "a length beside chunks",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "400 Bad Request",
    "bad_request",
  ],
  [
    "headers beyond 16 KiB",
    `GET / HTTP/1.1\r\nX: ${"x".repeat(200_000)}\r\n\r\n`,
    "431 Request Header Fields Too Large",
    "headers_too_large",
  ],
  [
    "a tunnel that is asked for",
    "CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n",
    "404 Not Found",
    "not_found",
  ],
])(
  "%s has an answer in the shape of all others, and the last on its connection",
  async (_, bytes, status, error) => {
    const text = await send(bytes);
    expect(text.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(text).toContain("\r\nX-Request-Id: request-1\r\n");
    expect(text).toContain("\r\nConnection: close\r\n");
    expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).toMatchObject({ error });
  },
);

test("a request before the rubbish has its own answer first", async () => {
  const text = await send("GET / HTTP/1.1\r\nHost: h\r\n\r\nRUBBISH\r\n\r\n", 100);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
});
