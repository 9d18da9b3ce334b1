import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openWire } from "./open-wire.ts";

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** Whether a server closes the connection after its answer, and what it sends when the client closes its side. */
type Closing = { readonly closes?: boolean; readonly last?: string };

/** Starts a server that answers every request with the same bytes, and records the requests. */
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

describe("a wire", () => {
  test("sends the path unchanged after the base path of the deployment", async () => {
    const { heard, came } = await ask("GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    expect(came).toBe("200 {}");
    expect(heard[0]?.split("\r\n")[0]).toBe("GET /base/a/%/../%00?b=c d HTTP/1.1");
    expect(heard[0]).toContain("\r\nX-Note: n\r\n");
  });

  test("reads a body without a length until the connection closes", async () => {
    expect((await ask("GET", "HTTP/1.1 200 OK\r\n\r\nabc")).came).toBe("200 abc");
  });

  test("reads a body that has no end until the text contains something, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    server = createServer((socket) => {
      socket.on("close", () => closed.resolve()).on("error", () => socket.destroy());
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nevent: hello\n\n\n\n\r\n");
        setTimeout(() => socket.write("c\r\nevent: tick\n\r\n"), 50);
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const wire = openWire(new URL(`http://127.0.0.1:${port}`), { timeoutMs: 500 });
    const asked = { method: "GET", path: "/live", headers: {}, body: undefined };
    const tick = await wire({ ...asked, until: (text) => text.includes("tick") });
    expect([tick.status, tick.text]).toEqual([200, "event: hello\n\n\n\nevent: tick\n"]);
    await closed.promise;
    await expect(wire({ ...asked, until: (text) => text.includes("never") })).rejects.toThrow(
      "no complete answer within 500 ms",
    );
  });

  test("returns a complete answer of a peer that does not close", async () => {
    const written = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    expect((await ask("GET", written, { closes: false })).came).toBe("200 {}");
  });

  test("closes its side, and reports surplus bytes that the peer still sends", async () => {
    const written = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    expect((await ask("GET", written, { closes: false, last: "" })).came).toBe("200 {}");
    const { came } = await ask("GET", written, { closes: false, last: "more" });
    expect(came).toContain("4 bytes after its end");
  });

  test.for([
    ["a body after HEAD", "HEAD", "HTTP/1.1 200 OK\r\n\r\n{}", "expected no body with HEAD 200"],
    ["a body after 304", "GET", "HTTP/1.1 304 Not Modified\r\n\r\n{}", "expected no body with GET 304"],
    [
      "a truncated body",
      "GET",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}",
      "as long as its headers say",
    ],
    [
      "a body that is too long",
      "GET",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{}",
      "1 bytes after its end",
    ],
    ["an answer of another protocol", "GET", "220 mail.example.com\r\n\r\n", 'it begins with "220 mail'],
    ["no answer", "GET", "", "a connection that was closed too early"],
  ] as const)("rejects %s", async ([, method, written, expected]) => {
    expect((await ask(method, written)).came).toContain(expected);
  });

  test("rejects an answer that stays incomplete", async () => {
    const { came } = await ask("GET", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}", { closes: false });
    expect(came).toContain("no complete answer within 500 ms");
  });
});
