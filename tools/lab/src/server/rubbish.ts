import type { Dice } from "../ground/dice.ts";

/** It stands where no answer may repeat it: in queries, in header values, in bodies. */
const leakMark = "LEAK7f3a";

const ratios = "/api/v1/diagnostics/margin-ratios/";

const searches = "/api/v1/MarketData/GetSymbolSearch/";

/** Parts that rubbish is made of. */
export const oddParts = {
  leakMark,
  ratios,
  searches,
  /** A header that no answer has, unless a path was taken for a part of it. */
  injected: "x-injected",
  targets: [
    `${ratios}FPT`,
    `${searches}fpt`,
    `${searches}ngan%20hang?algoID=a`,
    "/api/v1/notifications?limit=5",
    "/api/v1/users/covered-margin-call",
    "/api/v2/chat/api/id-card",
    "/api/v2/chat/api/v2/chat/api/id-card",
    "/healthz",
    "/metrics",
    "/docs",
    "/nowhere",
  ],
  cards: [
    "{}",
    '{"frontImage":null}',
    '{"frontImage":{"$ne":1}}',
    '{"frontImage":"AAAA","frontImage":"AAAA"}',
    `{"frontImage":"${leakMark}"}`,
    `{"frontImage":"data:image/png;base64,${leakMark}"}`,
    '{"frontImage":"http://169.254.169.254/latest/meta-data"}',
    '{"frontImage":"AAAA","frontimage":1}',
    '{"frontImage":"iVBORw0KGgoAAAANSUhEUgAA//8AAP//CAYAAAAfFcSJ"}',
    `{"frontImage":"${"A".repeat(40_000)}"}`,
    `{"frontImage":"${"A".repeat(40_000)}${leakMark}"}`,
    `{"__proto__":{"frontImage":"AAAA"}}`,
    "[]",
    "null",
    '{"frontImage":"\\ud800"}',
  ],
  symbols: [
    "A".repeat(6_000),
    "__proto__",
    "constructor",
    "%00",
    "%ff",
    "%c0%af",
    "%ed%a0%80",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "%",
    "%zz",
    "%F0%9F%92%A9",
    "FPT%0d%0aX-Injected:%20yes",
    "FPT;drop",
    "$%7Bjndi:ldap%7D",
    "'%20or%201=1--",
    "",
    "a/b/c",
  ],
  terms: [
    "a",
    "a".repeat(100),
    "a".repeat(101),
    "a".repeat(6_000),
    "%e1%bb%87".repeat(100),
    "%F0%9F%92%A9".repeat(100),
    "%F0%9F%92%A9".repeat(101),
    "a%cc%81".repeat(100),
    "%cc%81".repeat(99),
    "%20%20%20",
    "%e3%80%80%c2%a0",
    "+",
    "%00",
    "a%00b",
    "%ff",
    "%c0%af",
    "%ed%a0%80",
    "a%ed%b0%80b",
    "%2f",
    "fpt%2f..%2f..",
    "%2e%2e",
    "(((((",
    "[[[",
    ".*",
    "(a+)+$",
    "%",
    "%25",
    "%zz",
    "_",
    "\\",
    "%5c",
    "%e2%80%8f%e2%80%aefpt",
    "%e2%80%8b",
    "fpt%e2%80%8d",
    "\xe1\xbb\x87",
    "\xf0\x9f\x92\xa9",
    "__proto__",
    "constructor",
    "cong%20".repeat(14),
    "b%20a%20n%20g%20",
    "FPT%0d%0aX-Injected:%20yes",
    "'%20or%201=1--",
    leakMark,
    `${leakMark}%ff`,
    "",
    "a/b",
    "fpt/",
  ],
  labels: [
    "",
    "a",
    "a".repeat(64),
    "a".repeat(65),
    "%F0%9F%92%A9".repeat(64),
    "%F0%9F%92%A9".repeat(65),
    "%22%7D%2C%22data%22%3A%5B%5D",
    "%5c%5c%22",
    "%e2%80%a8",
    "%20",
    "a+b",
    "%00",
    "%0a",
    "%ff",
    "%EF%BF%BD",
    "%ed%a0%80",
    "%e2%80%8f",
    "\xe1\xbb\x87",
    "%zz",
    "__proto__",
    "a&algoID=b&positionID=c",
    "a&algoID",
    "a&algoID[]=b",
  ],
  tags: [
    "*",
    " * ",
    '*, "a"',
    'W/"0"',
    '"',
    'W/"',
    "W/",
    "",
    "\xff",
    '"a","b" , W/"c"',
    `"${"x".repeat(6_000)}"`,
    '"a",'.repeat(1_000),
    "'a'",
    `"${leakMark}"`,
  ],
  queries: [
    "limit=-1",
    "limit=1e3",
    "limit=5&limit=6",
    `limit[]=${leakMark}`,
    "offset=99999999999999999999",
    "offset=%00",
    "limit=%ff",
    `__proto__[x]=${leakMark}`,
    `${"x".repeat(4_000)}=${leakMark}`,
    "&&&===",
    `limit=${leakMark}`,
  ],
  hosts: [
    "",
    "a b",
    "[::1",
    "exa\u0000mple",
    "..",
    "x".repeat(5_000),
    "a@b:99999",
    "host:port",
    "[::1]:8787",
    "\xff",
  ],
  tokens: [
    "",
    "Bearer",
    "Bearer ",
    "Bearer a.b.c",
    "Basic YTpi",
    `Bearer ${"a".repeat(7_000)}`,
    "Bearer \xff\xfe",
  ],
  methods: [
    "CONNECT",
    "TRACE",
    "PROPFIND",
    "QUERY",
    "PRI",
    "get",
    "G\0T",
    "OPTIONS",
    "DELETE",
    "PUT",
    "HEAD",
    "BREW",
  ],
} as const;

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
