import type { Dice } from "./make-dice.ts";
import { oddParts } from "./odd-parts.ts";

/** Something that no client of good faith sends; whole bytes as they go over the wire. */
export type Rubbish = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isHead: boolean;
  /** Whether two readers may see different requests in it, so that nothing of it may be taken. */
  readonly isRefusedAsWhole: boolean;
};

const smuggling = "length and chunks at once";

type Maker = (dice: Dice, token: string) => string | Buffer;

const makers: Readonly<Record<string, Maker>> = {
  "a broken request line": (dice) =>
    [
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET / HTTP/1.1 extra\r\n\r\n",
      " GET / HTTP/1.1\r\n\r\n",
      `GET ${pick(dice, oddParts.targets)}\r\n\r\n`,
      "GET / HTTQ/1.1\r\n\r\n",
      "\r\n\r\n\r\n",
      "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n",
      "GET / HTTP/1.1\n\n",
      "GET / HTTP/0.9\r\n\r\n",
    ][dice(10)] ?? "",
  "random bytes": (dice) => Buffer.from(Array.from({ length: 1 + dice(600) }, () => dice(256))),
  "the hello of TLS": (dice) =>
    Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, ...Array.from({ length: 40 }, () => dice(256))]),
  "the preface of HTTP/2": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
  "huge headers": (dice, token) =>
    get(pick(dice, oddParts.targets), token, `X-Large: ${"x".repeat(15_000 + dice(60_000))}`),
  "many headers": (dice, token) =>
    get(
      pick(dice, oddParts.targets),
      token,
      ...Array.from({ length: 50 + dice(2_500) }, (_, index) => `x${index}: ${index % 7}`),
    ),
  "a long target": (dice, token) => get(`/${"a".repeat(4_000 + dice(30_000))}`, token),
  "doubled headers": (dice, token) =>
    get(
      pick(dice, oddParts.targets),
      token,
      pick(dice, [
        `Authorization: Bearer ${token}`,
        "Host: other",
        "Content-Length: 0\r\nContent-Length: 5",
        "X-Request-Id: a\r\nX-Request-Id: b",
      ]),
    ),
  [smuggling]: (dice, token) =>
    post(
      pick(dice, oddParts.targets),
      token,
      ["Content-Length: 6", "Transfer-Encoding: chunked"],
      `0\r\n\r\nGET /${oddParts.leakMark} HTTP/1.1\r\n\r\n`,
    ),
  "an odd transfer encoding": (dice, token) =>
    post(
      pick(dice, oddParts.targets),
      token,
      [
        `Transfer-Encoding: ${pick(dice, ["xchunked", "chunked, identity", "identity", " chunked", "chunked\x0b", "gzip, chunked", "chunked\r\nTransfer-Encoding: x"])}`,
      ],
      "5\r\nhello\r\n0\r\n\r\n",
    ),
  "chunks of garbage": (dice, token) =>
    post(
      pick(dice, oddParts.targets),
      token,
      ["Transfer-Encoding: chunked"],
      pick(dice, [
        "zz\r\nhello\r\n0\r\n\r\n",
        "-5\r\nhello\r\n",
        "ffffffffffffffffff\r\nx",
        "5;ext=\x00\r\nhello\r\n0\r\n\r\n",
        "5\nhello\n0\n\n",
        "0x5\r\nhello\r\n0\r\n\r\n",
        "5\r\nhelloworld\r\n",
      ]),
    ),
  "an odd length": (dice, token) =>
    post(
      pick(dice, oddParts.targets),
      token,
      [`Content-Length: ${pick(dice, ["-1", "+5", "5 5", "0x5", "99999999999999999999", "", "5,5", "1e1"])}`],
      "hello",
    ),
  "a body with a lie about its length": (dice, token) =>
    post(
      pick(dice, oddParts.targets),
      token,
      [`Content-Length: ${dice(12)}`],
      `{"amount":1}${oddParts.leakMark}`,
    ),
  "bare line feeds": (dice, token) =>
    get(pick(dice, oddParts.targets), token, "X-A: b").replaceAll("\r\n", dice(2) === 0 ? "\n" : "\r"),
  "a folded header": (dice, token) =>
    get(pick(dice, oddParts.targets), token, `X-Fold: a\r\n ${oddParts.leakMark}\r\n\tc`),
  "an odd header name": (dice, token) =>
    get(
      pick(dice, oddParts.targets),
      token,
      pick(dice, ["X Y: z", ": z", "X\x00Y: z", "X-A : z", "\xff\xfe: z", "no colon at all", "X(: z"]),
    ),
  "an odd header value": (dice, token) =>
    get(
      pick(dice, oddParts.targets),
      token,
      `X-Odd: ${pick(dice, ["a\x00b", "a\rb", "\x7f", "\xc3\x28", oddParts.leakMark])}`,
    ),
  "an odd request id": (dice, token) =>
    get(
      pick(dice, oddParts.targets),
      token,
      `X-Request-Id: ${pick(dice, ["\xff", "a b", "x".repeat(500), ""])}`,
      "traceparent: 00-zz-zz-zz",
    ),
  "an odd symbol": (dice, token) => get(oddParts.ratios + pick(dice, oddParts.symbols), token),
  "an odd term": (dice, token) => search(dice, token, pick(dice, oddParts.terms)),
  "an odd label": (dice, token) => {
    const [name, other] = dice(2) === 0 ? ["algoID", "positionID"] : ["positionID", "algoID"];
    const more = dice(3) === 0 ? `&${other}=${pick(dice, oddParts.labels)}` : "";
    return search(dice, token, `fpt?${name}=${pick(dice, oddParts.labels)}${more}`);
  },
  "an odd tag": (dice, token) =>
    search(dice, token, "fpt", ...Array.from({ length: 1 + dice(2) }, () => oneTag(dice))),
  "an odd query": (dice, token) => get(`/api/v1/notifications?${pick(dice, oddParts.queries)}`, token),
  "a raw byte in the target": (dice, token) =>
    get(`${oddParts.ratios}F${String.fromCharCode(pick(dice, [0, 1, 9, 127, 128, 255]))}T`, token),
  "a path that climbs": (dice, token) =>
    get(
      pick(dice, [
        "/../../etc/passwd",
        "/docs/../../package.json",
        "/docs/..%2f..%2fpackage.json",
        "//healthz",
        "/./healthz",
        "/api//v1/notifications",
        "/healthz/",
        "\\..\\x",
        "/%2e%2e/x",
      ]),
      token,
    ),
  "an odd form of target": (dice, token) =>
    get(
      pick(dice, [
        `http://evil.example/${oddParts.leakMark}?q=${oddParts.leakMark}`,
        "*",
        "http://",
        "https://a:b@c/d",
        "ftp://x/y",
        "//",
        "?",
        "#frag",
        "/#frag",
        "http://[::1/x",
        "example.com:443",
      ]),
      token,
    ),
  "an odd host": (dice, token) =>
    get(pick(dice, oddParts.targets), token).replace(
      "Host: 127.0.0.1",
      `Host: ${pick(dice, oddParts.hosts)}`,
    ),
  "no host": (dice, token) => get(pick(dice, oddParts.targets), token).replace("Host: 127.0.0.1\r\n", ""),
  "an odd token": (dice) =>
    `GET ${pick(dice, oddParts.targets)} HTTP/1.1\r\nHost: h\r\nAuthorization: ${pick(dice, oddParts.tokens)}\r\n\r\n`,
  "an expectation": (dice, token) =>
    post(
      pick(dice, oddParts.targets),
      token,
      [`Expect: ${pick(dice, ["100-continue", "200-ok", "", "100-continue, x"])}`, "Content-Length: 2"],
      "{}",
    ),
  "an upgrade": (dice, token) =>
    get(
      pick(dice, oddParts.targets),
      token,
      "Connection: Upgrade, HTTP2-Settings",
      `Upgrade: ${pick(dice, ["websocket", "h2c", "TLS/1.0", "", "x".repeat(300)])}`,
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
      "HTTP2-Settings: AAMAAABkAAQAAP__",
    ),
  "another method": (dice, token) =>
    get(pick(dice, [...oddParts.targets, "example.com:443", "*"]), token).replace(
      "GET",
      pick(dice, oddParts.methods),
    ),
  "an odd body": (dice, token) => {
    const body = pick(dice, [
      "{",
      "\xff\xfe",
      "null",
      `{"__proto__":{"x":1}}`,
      "[".repeat(20_000),
      `{"a":"${oddParts.leakMark}"}`,
    ]);
    return post(
      pick(dice, oddParts.targets),
      token,
      [
        `Content-Type: ${pick(dice, ["application/json", "text/html", "", "application/json; charset=utf-7"])}`,
        `Content-Length: ${body.length}`,
      ],
      body,
    );
  },
  "an odd card": (dice, token) => {
    const body = pick(dice, oddParts.cards);
    const path = pick(dice, ["/api/v2/chat/api/id-card", "/api/v2/chat/api/v2/chat/api/id-card"]);
    return post(path, token, ["Content-Type: application/json", `Content-Length: ${body.length}`], body);
  },
  "requests behind each other": (dice, token) =>
    get(pick(dice, oddParts.targets), token) +
    pick(dice, [get(pick(dice, oddParts.targets), token), "RUBBISH\r\n\r\n", "\0\0\0"]),
  "HTTP/1.0": (dice, token) => get(pick(dice, oddParts.targets), token).replace("HTTP/1.1", "HTTP/1.0"),
  "half a request": (dice, token) => {
    const whole = get(pick(dice, oddParts.targets), token);
    return whole.slice(0, 1 + dice(whole.length - 1));
  },
  "a good request with some bytes changed": (dice, token) => {
    const bytes = Buffer.from(get(pick(dice, oddParts.targets), token), "latin1");
    for (let count = 1 + dice(4); count > 0; count -= 1) bytes[dice(bytes.length)] = dice(256);
    return bytes;
  },
};

const names = Object.keys(makers);

/** Makes rubbish of some kind; the same dice make the same. */
export function makeRubbish(dice: Dice, token: string): Rubbish {
  const name = pick(dice, names);
  const made = makers[name]?.(dice, token) ?? "";
  const bytes = typeof made === "string" ? Buffer.from(made, "latin1") : made;
  return {
    name,
    bytes,
    isHead: bytes.subarray(0, 5).toString("latin1") === "HEAD ",
    isRefusedAsWhole: name === smuggling,
  };
}

function get(target: string, token: string, ...lines: readonly string[]): string {
  return [
    `GET ${target} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    ...lines,
    "",
    "",
  ].join("\r\n");
}

/** A search by some method, mostly one that it has. */
function search(dice: Dice, token: string, rest: string, ...lines: readonly string[]): string {
  const method = pick(dice, ["GET", "GET", "GET", "HEAD", "HEAD", "OPTIONS"]);
  const tag = dice(4) === 0 ? [oneTag(dice)] : [];
  return get(oddParts.searches + rest, token, ...tag, ...lines).replace("GET", method);
}

function oneTag(dice: Dice): string {
  return `If-None-Match: ${pick(dice, oddParts.tags)}`;
}

function post(target: string, token: string, lines: readonly string[], body: string): string {
  return get(target, token, ...lines).replace("GET", target.includes("covered") ? "PATCH" : "POST") + body;
}

function pick<Member>(dice: Dice, members: readonly Member[]): Member {
  return members[dice(members.length)] as Member;
}
