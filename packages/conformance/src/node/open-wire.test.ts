import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openWire } from "./open-wire.ts";

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** Whether a server closes behind its answer, or what it still says once it is told that nothing more will be asked. */
type Closing = { readonly closes?: boolean; readonly last?: string };

/** Answers every request with the same bytes, and tells what was heard. */
async function planServer(written: string, { closes = true, last }: Closing = {}) {
  const heard: string[] = [];
  server = createServer({ allowHalfOpen: true }, (socket) => {
    if (last !== undefined) socket.on("end", () => socket.end(last));
    socket.on("error", () => socket.destroy());
    socket.once("data", (part) => {
      heard.push(part.toString("utf8"));
      if (closes) socket.end(written);
      else socket.write(written);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { heard, address: new URL(`http://127.0.0.1:${port}/base/`) };
}

async function ask(method: string, written: string, options: Closing = {}) {
  const { address, heard } = await planServer(written, options);
  const wire = openWire(address, { timeoutMs: 500 });
  const asked = { method, path: "/a/%/../%00?b=c d", headers: { "X-Note": "n" }, body: undefined };
  return wire(asked).then(
    ({ status, text }) => ({ heard, came: `${status} ${text}` }),
    (failure: unknown) => ({ heard, came: String(failure) }),
  );
}

describe("The wire", () => {
  test("writes the address as it is, behind the path of the deployment", async () => {
    const { heard, came } = await ask("GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    expect(came).toBe("200 {}");
    expect(heard[0]?.split("\r\n")[0]).toBe("GET /base/a/%/../%00?b=c d HTTP/1.1");
    expect(heard[0]).toContain("\r\nX-Note: n\r\n");
  });

  test("takes a body without a length as it is when the connection closes", async () => {
    expect((await ask("GET", "HTTP/1.1 200 OK\r\n\r\nabc")).came).toBe("200 abc");
  });

  test("takes an answer that is whole from a peer who does not close", async () => {
    const written = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    expect((await ask("GET", written, { closes: false })).came).toBe("200 {}");
  });

  test("tells a peer who does not close that nothing more is asked, and hears what it still says", async () => {
    const written = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    expect((await ask("GET", written, { closes: false, last: "" })).came).toBe("200 {}");
    const { came } = await ask("GET", written, { closes: false, last: "more" });
    expect(came).toContain("6 bytes where Content-Length says 2");
  });

  test.for([
    ["a body behind HEAD", "HEAD", "HTTP/1.1 200 OK\r\n\r\n{}", "expected no body with HEAD 200"],
    ["a body behind 304", "GET", "HTTP/1.1 304 Not Modified\r\n\r\n{}", "expected no body with GET 304"],
    [
      "a body that is cut off",
      "GET",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}",
      "as long as its headers say",
    ],
    [
      "a body that is too long",
      "GET",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{}",
      "2 bytes where Content-Length says 1",
    ],
    ["an answer of another kind", "GET", "220 mail.example.com\r\n\r\n", 'it begins with "220 mail'],
    ["no answer at all", "GET", "", "a connection that was closed too early"],
  ] as const)("tells of %s", async ([, method, written, expected]) => {
    expect((await ask(method, written)).came).toContain(expected);
  });

  test("gives up on a peer who does not go on", async () => {
    const { came } = await ask("GET", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}", { closes: false });
    expect(came).toContain("nothing whole within 500 ms");
  });
});
