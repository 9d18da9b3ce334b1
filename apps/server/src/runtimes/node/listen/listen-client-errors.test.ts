import { expect, test } from "vitest";
import { planListening } from "../../../testing/plan-listening.ts";

async function send(bytes: string, answerMs = 1) {
  const { open, logged, metrics } = await planListening(answerMs);
  const connection = await open();
  connection.socket.write(bytes, "latin1");
  return { text: await connection.untilClosed(), logged, metrics };
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
])("answers %s in the usual format and closes the connection", async (_, bytes, status, error) => {
  const { text, logged, metrics } = await send(bytes);
  expect(text.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
  const requestId = "4bf92f3577b34da6a3ce929d0e0e4736";
  for (const line of [
    `x-request-id: ${requestId}`,
    `traceparent: 00-${requestId}-00f067aa0ba902b7-00`,
    "x-content-type-options: nosniff",
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    "connection: close",
  ]) {
    expect(text).toContain(`\r\n${line}\r\n`);
  }
  expect(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).toMatchObject({ error });
  const told = { event: "request", operation: "other", requestId, status: Number(status.slice(0, 3)) };
  expect(logged).toEqual([expect.objectContaining(told)]);
  expect(await metrics.render()).toMatch(
    new RegExp(`_requests_total\\{[^}]*operation="other"[^}]*status="${told.status}"[^}]*\\} 1\n`),
  );
});

test("answers a valid request before malformed data behind it", async () => {
  const { text } = await send("GET / HTTP/1.1\r\nHost: h\r\n\r\nRUBBISH\r\n\r\n", 100);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
});
