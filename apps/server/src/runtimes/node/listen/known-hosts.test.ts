import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { renderFailure } from "../../../http/failures.ts";
import { knowHosts } from "./known-hosts.ts";
import { listen } from "./listen.ts";

test.each([
  "localhost",
  "localhost:8787",
  "LOCALHOST:1",
  "127.0.0.1",
  "127.0.0.1:8787",
  "[::1]",
  "[::1]:8787",
  "10.0.2.2:8787",
  "[fe80::1]:1",
  "desk.internal:8787",
  "localhost:",
])("%s is known where the server listens at desk.internal", (host) => {
  expect(knowHosts("desk.internal")(host)).toBe(true);
});

test.each([
  "",
  "rebound.example",
  "rebound.example:8787",
  "localhost.rebound.example",
  "127.0.0.1.rebound.example",
  "localhost:80:80",
  "::1",
  "[localhost]",
  "localhost@rebound.example",
  "rebound.example:127.0.0.1",
])("%j is not known", (host) => {
  expect(knowHosts("desk.internal")(host)).toBe(false);
});

/** Listens with an application that answers 200 to everything; while it sheds, by `shed`. */
async function planHosts() {
  const listening = await listen(
    { port: 0, host: "127.0.0.1" },
    {
      fetch: () => new Response("served"),
      fail: (failure) => {
        const { status, headers, body } = renderFailure(failure);
        return new Response(body, { status, headers });
      },
      shed: (_incoming, outgoing) => void outgoing.end("shed"),
      isKnownHost: knowHosts("127.0.0.1"),
    },
  );
  onTestFinished(() => void listening.server.close());
  return async (bytes: string): Promise<string> => {
    const socket = connect(listening.address.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(bytes);
    return text(socket);
  };
}

test("a name that was rebound to this machine is answered 421 with words, also at /metrics", async () => {
  const send = await planHosts();
  for (const target of ["/metrics", "/api/v1/notifications", "http://127.0.0.1/metrics"]) {
    const answer = await send(
      `GET ${target} HTTP/1.1\r\nHost: rebound.example:8787\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).toContain("answers to localhost, to addresses and to its HOST alone");
  }
  expect(await send("GET /metrics HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n")).toContain(
    "served",
  );
});

test("a health check in HTTP/1.0 needs no Host", async () => {
  const send = await planHosts();
  expect(await send("GET /healthz HTTP/1.0\r\n\r\n")).toContain("served");
  expect(await send("GET /healthz HTTP/1.0\r\nHost: rebound.example\r\n\r\n")).toMatch(/^HTTP\/1\.1 421 /);
});
