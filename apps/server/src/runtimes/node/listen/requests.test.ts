import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Failure } from "../../../failure.ts";
import type { LogEntry } from "../../../log-and-trace.ts";
import { list, planListed, searchPath, stock } from "../../../testing/plan-listed.ts";
import {
  acceptForwarded,
  answerRequests,
  type Fail,
  type Fetch,
  isFromUntrustedProxy,
  readAddress,
} from "./requests.ts";

const names = ["host", "authorization", "x-request-id", "if-none-match", "origin", "accept-encoding", "x"];

/** Returns what an application reads of a request. */
const tell: Fetch = ({ method, url, headers }) =>
  Response.json({ method, url, headers: names.map((name) => headers.get(name)) });

const malformed = () => new Response("malformed", { status: 400 });

/** Sends bytes over a new connection and returns the answer without the parts that always differ. */
async function exchange(listener: RequestListener): Promise<(bytes: string) => Promise<string>> {
  const server = createServer({ requireHostHeader: false }, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return async (bytes) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    socket.write(bytes, "latin1");
    await once(socket, "close");
    return received.replace(/^Date: .*\r\n/m, "");
  };
}

/** The same application behind our listener and behind Hono's adapter alone. */
async function askBoth(fetch: Fetch): Promise<(bytes: string) => Promise<[string, string]>> {
  const ours = await exchange(answerRequests(fetch, malformed));
  const theirs = await exchange(getRequestListener(fetch, { errorHandler: malformed }));
  return async (bytes) => [await ours(bytes), await theirs(bytes)];
}

function get(target: string, ...lines: readonly string[]): string {
  return [`GET ${target} HTTP/1.1`, "Host: h:8787", "Connection: close", ...lines, "", ""].join("\r\n");
}

function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf("\r\n\r\n"));
}

describe("a request is read as by Hono's adapter:", () => {
  test.each([
    get("/"),
    get("/a/b?c=d&e=%20f"),
    get("/%"),
    get("/%zz?%ff"),
    get("/a%2fb/%e1%bb%87"),
    get("/.well-known"),
    get("/a?b=/../c"),
    get("/a../b"),
    get("//double"),
    get("/a\\b"),
    get("/a?b\\c"),
    get("/a|b^c`d{e}"),
    get('/a"b<c>d'),
    get("/a?b'c%20d"),
    get("/\xe1\xbb\x87"),
    get("http://other.example/path?q=1"),
    get("*"),
    get("/a", "X: 1", "X: 2", "x: 3"),
    get("/a", "Authorization: Bearer a", "authorization: Bearer b"),
    get("/a", "X-Request-Id:   spaced \t ", "If-None-Match: a", 'if-none-match: W/"b"'),
    get("/a", "X:", "Origin: \xe9"),
    get("/a").replace("h:8787", "UPPER.example"),
    get("/a").replace("h:8787", "h:99999"),
    get("/a").replace("h:8787", "h:80"),
    get("/a").replace("h:8787", "a b"),
    get("/a").replace("h:8787", "[::1]:8787"),
    get("/a").replace("h:8787", ""),
    get("/a").replace("Host: h:8787\r\n", ""),
    get("/a").replace("HTTP/1.1", "HTTP/1.0"),
    get("/a").replace("GET", "HEAD"),
    get("/a", "Content-Length: 2").replace("GET", "POST").concat("{}"),
    get("/a", "Content-Length: 2").concat("{}"),
  ])("%j", async (bytes) => {
    const ask = await askBoth(tell);
    const [ours, theirs] = await ask(bytes);
    expect(ours.split("\r\n")[0]).toBe(theirs.split("\r\n")[0]);
    expect(bodyOf(ours)).toBe(bodyOf(theirs));
  });

  test("for generated targets", async () => {
    const ask = await askBoth(tell);
    const part = fc.constantFrom(
      "/",
      "a.",
      "a%2e",
      "a",
      "%",
      "?",
      "&",
      "=",
      "'",
      "\\",
      "%ff",
      "@",
      ":",
      "|",
      "~",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const [ours, theirs] = await ask(get(`/${parts.join("")}`));
        expect(bodyOf(ours)).toBe(bodyOf(theirs));
      }),
    );
  });
});

test.each([
  "/x/../metrics",
  "/x/%2e%2E/metrics",
  "/./metrics",
  "/metrics/..",
  "/x\\..\\metrics",
  "/metrics#x",
  "http://h/x/../metrics",
])("answers 404 to the target %j, which URL parsers would rewrite", async (target) => {
  const failures: Failure[] = [];
  const fail: Fail = (failure) => {
    failures.push(failure);
    return new Response(null, { status: 404 });
  };
  const ask = await exchange(answerRequests(tell, fail));
  expect(await ask(get(target))).toMatch(/^HTTP\/1\.1 404 /);
  expect(failures).toEqual([{ code: "no_such_path" }]);
});

test("rejects a target with a fragment after its query, because parsers treat it differently", async () => {
  const failures: Failure[] = [];
  const fail: Fail = (failure) => {
    failures.push(failure);
    return new Response(null, { status: 400 });
  };
  const ask = await exchange(answerRequests(tell, fail));
  expect(await ask(get("/api/v1/notifications?limit=10#0"))).toMatch(/^HTTP\/1\.1 400 /);
  expect(failures).toEqual([{ code: "request_malformed" }]);
});

test("serves a repeated search from the cached list until it changes", async () => {
  const server = await planListed({ monotonicMs: () => 0 });
  const ask = await exchange(
    answerRequests((request, bindings) => server.answer(request, bindings), malformed),
  );
  const first = await ask(get(`${searchPath}/fpt`, "X-Request-Id: a"));
  const second = await ask(get(`${searchPath}/fpt`, "X-Request-Id: b"));
  expect(bodyOf(second)).toBe(bodyOf(first).replace('"requestID":"a"', '"requestID":"b"'));
  await list(server, [stock("FPT", "Tập đoàn Đổi Tên")]);
  const third = await ask(get(`${searchPath}/fpt`));
  expect(third).toContain("Tập đoàn Đổi Tên");
  expect(tagOf(third)).not.toBe(tagOf(second));
});

function tagOf(answer: string): string | undefined {
  return /^etag: (.+)$/im.exec(answer)?.[1];
}

describe("an application error does not leave the connection open:", () => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("at once");
      },
    ],
    ["refuses to answer", () => Promise.reject(new Error("later"))],
    [
      "breaks off its answer",
      () => new Response(new ReadableStream({ pull: () => Promise.reject(new Error("late")) })),
    ],
  ])("it %s", async (_, fetch: Fetch) => {
    const ask = await exchange(answerRequests(fetch, malformed));
    const answer = await ask(get("/"));
    // The last chunk of the answer is missing.
    const isBrokenOff = /transfer-encoding: chunked/i.test(answer) && !answer.endsWith("0\r\n\r\n");
    expect(isBrokenOff || answer.startsWith("HTTP/1.1 400 ")).toBe(true);
  });
});

function read(
  forwarded: string | undefined,
  trustedProxyCount: number,
  peer: string | undefined = "10.0.0.1",
) {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const socket = { remoteAddress: peer } as Parameters<typeof readAddress>[0]["incoming"]["socket"];
  return readAddress({ incoming: { headers, socket } }, trustedProxyCount);
}

test("uses the peer address without a proxy, whatever X-Forwarded-For says", () => {
  expect(read("192.0.2.17", 0)).toBe("10.0.0.1");
  expect(read(undefined, 0, "::ffff:10.0.0.1")).toBe("10.0.0.1");
});

test("uses the address appended by the trusted proxies, which the client cannot forge", () => {
  expect(read("192.0.2.17", 1)).toBe("192.0.2.17");
  expect(read("8.8.8.8, 192.0.2.17", 1)).toBe("192.0.2.17");
  expect(read("8.8.8.8, 192.0.2.17,10.0.0.9", 2)).toBe("192.0.2.17");
  expect(read("8.8.8.8, 2001:db8:1:2:3::4", 1)).toBe("2001:db8:1:2::/64");
});

test("strips a port and brackets from an address", () => {
  expect(read("192.0.2.17:40000", 1)).toBe("192.0.2.17");
  expect(read("[2001:db8:1:2::4]:40000", 1)).toBe("2001:db8:1:2::/64");
  expect(read("[2001:db8:1:2::4]", 1)).toBe("2001:db8:1:2::/64");
});

test("uses the first entry if there are fewer than proxies, and the peer if it is no address", () => {
  expect(read("192.0.2.17", 3)).toBe("192.0.2.17");
  expect(read(undefined, 1)).toBe("10.0.0.1");
  expect(read("unknown", 1)).toBe("10.0.0.1");
  expect(read("9".repeat(10_000), 1)).toBe("10.0.0.1");
  expect(read("192.0.2.999", 1)).toBe("10.0.0.1");
});

test("counts all closed connections together", () => {
  const socket = {} as Parameters<typeof readAddress>[0]["incoming"]["socket"];
  expect(readAddress({ incoming: { headers: {}, socket } }, 0)).toBe("");
});

const secret = "0123456789abcdef0123456789abcdef";

function plan(own: string | undefined) {
  const lines: LogEntry[] = [];
  const { senderOf, checkForwarded } = acceptForwarded(own, (entry) => void lines.push(entry));
  const judge = (headers: Record<string, string>) => {
    const request = new Request("http://oms.test/", { headers });
    return [senderOf(request), checkForwarded(request)?.code];
  };
  return { judge, lines };
}

test("counts a request with the secret against the sender that it names", () => {
  const { judge } = plan(secret);
  const headers = { "x-card-reader-secret": secret, "x-card-sender": "192.0.2.7" };
  expect(judge(headers)).toEqual(["192.0.2.7", undefined]);
});

test("counts a request without the secret by its own address", () => {
  expect(plan(secret).judge({ "x-card-sender": "192.0.2.7" })).toEqual([undefined, undefined]);
});

test.each([
  ["another secret", secret, `${secret}x`],
  ["an empty one", secret, ""],
  ["any, where the server has none", undefined, secret],
])("rejects a request with %s, and limits the log lines about it", (_what, own, given) => {
  const { judge, lines } = plan(own);
  const headers = { "x-card-reader-secret": given, "x-card-sender": "192.0.2.7" };
  for (let count = 0; count < 3; count += 1)
    expect(judge(headers)).toEqual([undefined, "card_decoder_unavailable"]);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test.each([
  ["10.1.2.3", true],
  ["172.31.0.1", true],
  ["192.168.0.7", true],
  ["::ffff:10.1.2.3", true],
  ["fd00::1", true],
  ["127.0.0.1", true],
  ["172.32.0.1", false],
  ["203.0.113.7", false],
  ["2001:db8::1", false],
  ["", false],
])("X-Forwarded-For from %s seems to come from a proxy: %s", (remoteAddress, isProxy) => {
  const socket = { remoteAddress } as Parameters<typeof readAddress>[0]["incoming"]["socket"];
  const headers = { "x-forwarded-for": "198.51.100.1" };
  expect(isFromUntrustedProxy({ incoming: { headers, socket } })).toBe(isProxy);
  expect(isFromUntrustedProxy({ incoming: { headers: {}, socket } })).toBe(false);
});
