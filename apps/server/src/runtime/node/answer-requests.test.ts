import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Failure } from "../../failure.ts";
import { list, planListed, searchPath, stock } from "../../testing/plan-listed.ts";
import { type PlannedServer, planServer } from "../../testing/plan-server.ts";
import { answerRequests, type Fail, type Fetch } from "./answer-requests.ts";
import { sendAnswer } from "./send-answer.ts";

const names = ["host", "authorization", "x-request-id", "if-none-match", "origin", "accept-encoding", "x"];

/** Tells what an application reads of a request. */
const tell: Fetch = ({ method, url, headers }) =>
  Response.json({ method, url, headers: names.map((name) => headers.get(name)) });

const malformed = () => new Response("malformed", { status: 400 });

/** Sends bytes over a connection of its own, and gives the answer without what no two answers share. */
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

/** The same application behind us, and behind Hono's adapter alone. */
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

describe("A request is read as Hono's adapter reads it:", () => {
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

  test("whatever is drawn of what addresses are made of", async () => {
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
      { numRuns: 200 },
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
])("the target %j, which readers of addresses would rewrite, is no path of ours", async (target) => {
  const failures: Failure[] = [];
  const fail: Fail = (failure) => {
    failures.push(failure);
    return new Response(null, { status: 404 });
  };
  const ask = await exchange(answerRequests(tell, fail));
  expect(await ask(get(target))).toMatch(/^HTTP\/1\.1 404 /);
  expect(failures).toEqual([{ code: "no-such-path" }]);
});

describe("An answer that is sent at once is the one that goes through a Response:", () => {
  async function askServer(server: PlannedServer): Promise<(bytes: string) => Promise<[string, string]>> {
    return askBoth((request, surroundings) => server.answer(request, surroundings));
  }

  test.each([
    get(`${searchPath}/fpt`),
    get(`${searchPath}/fpt?algoID=%C4%91%22&positionID=p`),
    get(`${searchPath}/khong-co`),
    get(`${searchPath}/tap%20doan`, 'If-None-Match: "x"'),
    get(`${searchPath}/fpt`, "If-None-Match: *"),
    get(`${searchPath}/fpt`).replace("GET", "HEAD"),
    get(`${searchPath}/%ff`),
    get(`${searchPath}/${"a".repeat(101)}`),
    get(`${searchPath}/`),
    get("/nowhere"),
    get("/healthz", "Origin: https://app.example"),
    get("/readyz"),
    get("/api/v1/notifications"),
    get("/api/v1/users/covered-margin-call"),
  ])("%j", async (bytes) => {
    const server = await planListed({
      send: sendAnswer,
      monotonicMs: () => 0,
      makeTraceId: () => "4bf92f3577b34da6a3ce929d0e0e4736",
      corsOrigins: new Set(["https://app.example"]),
    });
    const ask = await askServer(server);
    const [ours, theirs] = await ask(bytes);
    expect(linesOf(ours)).toEqual(linesOf(theirs));
    expect(bodyOf(ours)).toBe(bodyOf(theirs));
  });

  test("an answer that was waited for, with a token", async () => {
    const server = await planServer({
      send: sendAnswer,
      makeTraceId: () => "4bf92f3577b34da6a3ce929d0e0e4736",
    });
    const ask = await askServer(server);
    const token = await server.tokenOf("demo");
    const [ours, theirs] = await ask(get("/api/v1/notifications", `Authorization: Bearer ${token}`));
    expect(linesOf(ours)).toContain("http/1.1 200 ok");
    expect([linesOf(ours), bodyOf(ours)]).toEqual([linesOf(theirs), bodyOf(theirs)]);
  });

  test("a search is what it was when its list is asked for again, and another after a change", async () => {
    const server = await planListed({ send: sendAnswer, monotonicMs: () => 0 });
    const ask = await askServer(server);
    const [first] = await ask(get(`${searchPath}/fpt`, "X-Request-Id: a"));
    const [second] = await ask(get(`${searchPath}/fpt`, "X-Request-Id: b"));
    expect(bodyOf(second)).toBe(bodyOf(first).replace('"requestID":"a"', '"requestID":"b"'));
    await list(server, [stock("FPT", "Tập đoàn Đổi Tên")]);
    const [third, fourth] = await ask(get(`${searchPath}/fpt`));
    expect(third).toContain("Tập đoàn Đổi Tên");
    expect(linesOf(third).find((line) => line.startsWith("etag"))).not.toBe(
      linesOf(second).find((line) => line.startsWith("etag")),
    );
    expect(bodyOf(third).length).toBe(bodyOf(fourth).length);
  });
});

describe("A request is plain, and answered without a Request or a Response in between,", () => {
  /** Whether what the application was handed was less than a `Request`. */
  async function isPlain(bytes: string): Promise<boolean> {
    const handed: unknown[] = [];
    const ask = await exchange(
      answerRequests((request, surroundings) => {
        handed.push(request);
        return tell(request, surroundings);
      }, malformed),
    );
    await ask(bytes);
    return handed.length === 1 && !(handed[0] instanceof Request);
  }

  test.each([
    get("/"),
    get("/api/v1/notifications?limit=5&offset=10"),
    get("/api/v1/MarketData/GetSymbolSearch/ngan%20hang", "Authorization: Bearer a", "X: 1", "X: 2"),
    get("/a").replace("h:8787", "oms.example"),
    get("/a").replace("h:8787", "10.0.0.7:8787"),
  ])("as is %j", async (bytes) => {
    expect(await isPlain(bytes)).toBe(true);
  });

  test.each([
    get("/a").replace("GET", "HEAD"),
    get("/a", "Content-Length: 2").replace("GET", "POST").concat("{}"),
    get("/a", "Content-Length: 2").replace("GET", "PATCH").concat("{}"),
    get("http://other.example/a"),
    get("/a\\b"),
    get("/a|b"),
    get("/\xe1\xbb\x87"),
    get("/a").replace("h:8787", "UPPER.example"),
    get("/a").replace("h:8787", "h:80"),
    get("/a").replace("h:8787", "[::1]:8787"),
    get("/a").replace("Host: h:8787\r\n", ""),
  ])("as is not %j", async (bytes) => {
    expect(await isPlain(bytes)).toBe(false);
  });

  test("and its answer is sent at once", async () => {
    const sent: boolean[] = [];
    const server = await planListed({
      send: (surroundings, answer) => {
        sent.push(sendAnswer(surroundings, answer));
        return sent.at(-1) === true;
      },
    });
    const ask = await exchange(
      answerRequests((request, surroundings) => server.answer(request, surroundings), malformed),
    );
    expect(await ask(get(`${searchPath}/fpt`))).toContain('"FPT"');
    expect(sent).toEqual([true]);
    await ask(get(`${searchPath}/fpt`).replace("GET", "HEAD"));
    expect(sent).toEqual([true, false]);
  });
});

/** Headers in whatever order and case. */
function linesOf(answer: string): string[] {
  return answer.slice(0, answer.indexOf("\r\n\r\n")).toLowerCase().split("\r\n").sort();
}

describe("What an application does wrong is not left open:", () => {
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
    expect(["", "HTTP/1.1 400 Bad Request"]).toContain((await ask(get("/"))).split("\r\n")[0]);
  });
});
