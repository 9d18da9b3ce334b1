import { expect, test } from "vitest";
import { hostHere } from "../../../testing/host-here.ts";
import { planListening } from "../../../testing/plan-listening.ts";

async function sendAndEnd(...pieces: readonly string[]) {
  const { listening, open, logged } = await planListening(100);
  hostHere.reportAborted(listening.server);
  const connection = await open();
  for (const piece of pieces) connection.socket.write(piece);
  connection.socket.end();
  const text = await connection.untilClosed();
  return { answers: text.match(/HTTP\/1\.1 \d+/g), logged };
}

test.each([
  ["its first line", "GET / HT"],
  ["its headers", "GET / HTTP/1.1\r\nHost: h\r\nX-"],
  ["its body", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc"],
  ["a chunk of its body", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"],
])("answers 400 to a client that ends a request in the middle of %s", async (_, text) => {
  const { answers, logged } = await sendAndEnd(text);
  expect(answers).toEqual(["HTTP/1.1 400"]);
  expect(logged.at(-1)).toMatchObject({ event: "request", status: 400 });
});

test("answers nothing to a client that disconnects between two requests", async () => {
  expect((await sendAndEnd("")).answers).toBeNull();
  expect((await sendAndEnd("\r\n")).answers).toBeNull();
});
