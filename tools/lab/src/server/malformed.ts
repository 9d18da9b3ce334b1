import { type Dice, pick, randomBytes } from "../harness/dice.ts";
import { paths } from "../harness/wire.ts";

/** A mark in queries, header values and bodies that no answer may repeat. */
const leakMark = "LEAK7f3a";

/** Marks that the judges of answers look for. */
export const oddParts = {
  leakMark,
  searches: paths.search,
  /** A header that an answer has only if a path was injected into its head. */
  injected: "x-injected",
} as const;

/** Splits a text at white space. */
function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const cardPaths = [paths.card, "/api/v2/chat/api/v2/chat/api/id-card"];

const targets = [
  `${paths.ratio}FPT`,
  `${paths.search}fpt`,
  `${paths.search}ngan%20hang?algoID=a`,
  "/api/v1/notifications?limit=5",
  paths.cover,
  ...cardPaths,
  ...words("/healthz /metrics /docs /nowhere"),
];

const cards = [
  "[]",
  "null",
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
  '{"frontImage":"\\ud800"}',
];

const symbols = [
  "",
  "A".repeat(6_000),
  ...words(`__proto__ constructor %00 %ff %c0%af %ed%a0%80 ..%2f..%2fetc%2fpasswd %2e%2e % %zz %F0%9F%92%A9
    FPT%0d%0aX-Injected:%20yes FPT;drop $%7Bjndi:ldap%7D '%20or%201=1-- a/b/c`),
];

const terms = [
  "",
  "a",
  "a".repeat(100),
  "a".repeat(101),
  "a".repeat(6_000),
  "%e1%bb%87".repeat(100),
  "%F0%9F%92%A9".repeat(100),
  "%F0%9F%92%A9".repeat(101),
  "a%cc%81".repeat(100),
  "%cc%81".repeat(99),
  "cong%20".repeat(14),
  "\\",
  "\xe1\xbb\x87",
  "\xf0\x9f\x92\xa9",
  ...words(`%20%20%20 %e3%80%80%c2%a0 + %00 a%00b %ff %c0%af %ed%a0%80 a%ed%b0%80b %2f fpt%2f..%2f.. %2e%2e
    ((((( [[[ .* (a+)+$ % %25 %zz _ %5c %e2%80%8f%e2%80%aefpt %e2%80%8b fpt%e2%80%8d __proto__ constructor
    b%20a%20n%20g%20 FPT%0d%0aX-Injected:%20yes '%20or%201=1-- ${leakMark} ${leakMark}%ff a/b fpt/`),
];

const labels = [
  "",
  "a",
  "a".repeat(64),
  "a".repeat(65),
  "%F0%9F%92%A9".repeat(64),
  "%F0%9F%92%A9".repeat(65),
  "\xe1\xbb\x87",
  ...words(`%22%7D%2C%22data%22%3A%5B%5D %5c%5c%22 %e2%80%a8 %20 a+b %00 %0a %ff %EF%BF%BD %ed%a0%80 %e2%80%8f %zz
    __proto__ a&algoID=b&positionID=c a&algoID a&algoID[]=b`),
];

const tags = [
  "",
  " * ",
  '*, "a"',
  "\xff",
  '"a","b" , W/"c"',
  `"${"x".repeat(6_000)}"`,
  '"a",'.repeat(1_000),
  ...words(`* W/"0" " W/" W/ 'a' "${leakMark}"`),
];

const queries = [
  `${"x".repeat(4_000)}=${leakMark}`,
  ...words(`limit=-1 limit=1e3 limit=5&limit=6 limit[]=${leakMark} offset=99999999999999999999 offset=%00 limit=%ff
    __proto__[x]=${leakMark} &&&=== limit=${leakMark}`),
];

const hosts = ["", "a b", "exa\u0000mple", "\xff", "x".repeat(5_000)].concat(
  words("[::1 .. a@b:99999 host:port [::1]:8787"),
);

const tokens = [
  "",
  "Bearer",
  "Bearer ",
  "Bearer a.b.c",
  "Basic YTpi",
  `Bearer ${"a".repeat(7_000)}`,
  "Bearer \xff\xfe",
];

const methods = ["G\0T", ...words("CONNECT TRACE PROPFIND QUERY PRI get OPTIONS DELETE PUT HEAD BREW")];

const requestLines = [
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "GET / HTTP/1.1 extra\r\n\r\n",
  " GET / HTTP/1.1\r\n\r\n",
  "GET / HTTQ/1.1\r\n\r\n",
  "\r\n\r\n\r\n",
  "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "GET / HTTP/1.1\n\n",
  "GET / HTTP/0.9\r\n\r\n",
];

const chunks = [
  "zz\r\nhello\r\n0\r\n\r\n",
  "-5\r\nhello\r\n",
  "ffffffffffffffffff\r\nx",
  "5;ext=\x00\r\nhello\r\n0\r\n\r\n",
  "5\nhello\n0\n\n",
  "0x5\r\nhello\r\n0\r\n\r\n",
  "5\r\nhelloworld\r\n",
];

const encodings = [
  "chunked, identity",
  " chunked",
  "chunked\x0b",
  "gzip, chunked",
  "chunked\r\nTransfer-Encoding: x",
].concat(words("xchunked identity"));

const climbingPaths =
  words(`/../../etc/passwd /docs/../../package.json /docs/..%2f..%2fpackage.json //healthz /./healthz
  /api//v1/notifications /healthz/ \\..\\x /%2e%2e/x`);

const oddTargets =
  words(`http://evil.example/${leakMark}?q=${leakMark} * http:// https://a:b@c/d ftp://x/y // ? #frag
  /#frag http://[::1/x example.com:443`);

/** The raw bytes of a request that no correct client sends. */
export type MalformedRequest = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isHead: boolean;
  /** Whether two parsers may see different requests in it, so that all of it must be refused. */
  readonly isRefusedAsWhole: boolean;
};

/** Tools for malformed requests: dice, and valid requests for a random target. */
type RequestMaker = {
  readonly dice: Dice;
  readonly token: string;
  readonly one: <Member>(members: readonly Member[]) => Member;
  /** A GET of the target, with additional header lines. */
  readonly get: (...lines: readonly string[]) => string;
  readonly getFrom: (target: string, ...lines: readonly string[]) => string;
  /** A POST or PATCH of the target; the lines include the length of the body. */
  readonly post: (lines: readonly string[], body: string) => string;
  readonly search: (rest: string, ...lines: readonly string[]) => string;
};

const smuggling = "length and chunks at once";

const makers: Readonly<Record<string, (maker: RequestMaker) => string | Buffer>> = {
  "a broken request line": ({ one }) => one([...requestLines, `GET ${one(targets)}\r\n\r\n`]),
  "random bytes": ({ dice }) => randomBytes(dice, 1 + dice(600)),
  "the hello of TLS": ({ dice }) =>
    Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), randomBytes(dice, 40)]),
  "the preface of HTTP/2": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
  "huge headers": ({ dice, get }) => get(`X-Large: ${"x".repeat(15_000 + dice(60_000))}`),
  "many headers": ({ dice, get }) =>
    get(...Array.from({ length: 50 + dice(2_500) }, (_, index) => `x${index}: ${index % 7}`)),
  "a long target": ({ dice, getFrom }) => getFrom(`/${"a".repeat(4_000 + dice(30_000))}`),
  "doubled headers": ({ one, get, token }) =>
    get(
      one([
        `Authorization: Bearer ${token}`,
        "Host: other",
        "Content-Length: 0\r\nContent-Length: 5",
        "X-Request-Id: a\r\nX-Request-Id: b",
      ]),
    ),
  [smuggling]: ({ post }) =>
    post(["Content-Length: 6", "Transfer-Encoding: chunked"], `0\r\n\r\nGET /${leakMark} HTTP/1.1\r\n\r\n`),
  "an odd transfer encoding": ({ one, post }) =>
    post([`Transfer-Encoding: ${one(encodings)}`], "5\r\nhello\r\n0\r\n\r\n"),
  "chunks of garbage": ({ one, post }) => post(["Transfer-Encoding: chunked"], one(chunks)),
  "an odd length": ({ one, post }) =>
    post(
      [`Content-Length: ${one(["", "5 5", ...words("-1 +5 0x5 99999999999999999999 5,5 1e1")])}`],
      "hello",
    ),
  "a body with a lie about its length": ({ dice, post }) =>
    post([`Content-Length: ${dice(12)}`], `{"amount":1}${leakMark}`),
  "bare line feeds": ({ dice, get }) => get("X-A: b").replaceAll("\r\n", dice(2) === 0 ? "\n" : "\r"),
  "a folded header": ({ get }) => get(`X-Fold: a\r\n ${leakMark}\r\n\tc`),
  "an odd header name": ({ one, get }) =>
    get(one(["X Y: z", ": z", "X\x00Y: z", "X-A : z", "\xff\xfe: z", "no colon at all", "X(: z"])),
  "an odd header value": ({ one, get }) =>
    get(`X-Odd: ${one(["a\x00b", "a\rb", "\x7f", "\xc3\x28", leakMark])}`),
  "an odd request id": ({ one, get }) =>
    get(`X-Request-Id: ${one(["\xff", "a b", "x".repeat(500), ""])}`, "traceparent: 00-zz-zz-zz"),
  "an odd symbol": ({ one, getFrom }) => getFrom(paths.ratio + one(symbols)),
  "an odd term": ({ one, search }) => search(one(terms)),
  "an odd label": ({ dice, one, search }) => {
    const [name, other] = dice(2) === 0 ? ["algoID", "positionID"] : ["positionID", "algoID"];
    const more = dice(3) === 0 ? `&${other}=${one(labels)}` : "";
    return search(`fpt?${name}=${one(labels)}${more}`);
  },
  "an odd tag": ({ dice, search }) =>
    search("fpt", ...Array.from({ length: 1 + dice(2) }, () => drawTag(dice))),
  "an odd query": ({ one, getFrom }) => getFrom(`/api/v1/notifications?${one(queries)}`),
  "a raw byte in the target": ({ one, getFrom }) =>
    getFrom(`${paths.ratio}F${String.fromCharCode(one([0, 1, 9, 127, 128, 255]))}T`),
  "a path that climbs": ({ one, getFrom }) => getFrom(one(climbingPaths)),
  "an odd form of target": ({ one, getFrom }) => getFrom(one(oddTargets)),
  "an odd host": ({ one, get }) => get().replace("Host: 127.0.0.1", `Host: ${one(hosts)}`),
  "no host": ({ get }) => get().replace("Host: 127.0.0.1\r\n", ""),
  "an odd token": ({ one }) =>
    `GET ${one(targets)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${one(tokens)}\r\n\r\n`,
  "an expectation": ({ one, post }) =>
    post([`Expect: ${one(["100-continue", "200-ok", "", "100-continue, x"])}`, "Content-Length: 2"], "{}"),
  "an upgrade": ({ one, get }) =>
    get(
      "Connection: Upgrade, HTTP2-Settings",
      `Upgrade: ${one(["websocket", "h2c", "TLS/1.0", "", "x".repeat(300)])}`,
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
      "HTTP2-Settings: AAMAAABkAAQAAP__",
    ),
  "another method": ({ one, getFrom }) =>
    getFrom(one([...targets, "example.com:443", "*"])).replace("GET", one(methods)),
  "an odd body": ({ one, post }) => {
    const body = one([
      "{",
      "\xff\xfe",
      "null",
      `{"__proto__":{"x":1}}`,
      "[".repeat(20_000),
      `{"a":"${leakMark}"}`,
    ]);
    const type = one(["application/json", "text/html", "", "application/json; charset=utf-7"]);
    return post([`Content-Type: ${type}`, `Content-Length: ${body.length}`], body);
  },
  "an odd card": ({ one, getFrom }) => {
    const body = one(cards);
    const lines = ["Content-Type: application/json", `Content-Length: ${body.length}`];
    return getFrom(one(cardPaths), ...lines).replace("GET", "POST") + body;
  },
  "requests behind each other": ({ one, get, getFrom }) =>
    get() + one([getFrom(one(targets)), "RUBBISH\r\n\r\n", "\0\0\0"]),
  "HTTP/1.0": ({ get }) => get().replace("HTTP/1.1", "HTTP/1.0"),
  "half a request": ({ dice, get }) => {
    const whole = get();
    return whole.slice(0, 1 + dice(whole.length - 1));
  },
  "a good request with some bytes changed": ({ dice, get }) => {
    const bytes = Buffer.from(get(), "latin1");
    for (let count = 1 + dice(4); count > 0; count -= 1) bytes[dice(bytes.length)] = dice(256);
    return bytes;
  },
};

const names = Object.keys(makers);

/** Makes a malformed request of a random kind; deterministic for the same dice. */
export function makeMalformed(dice: Dice, token: string): MalformedRequest {
  const name = pick(dice, names);
  const made = makers[name]?.(openRequestMaker(dice, token)) ?? "";
  const bytes = typeof made === "string" ? Buffer.from(made, "latin1") : made;
  return {
    name,
    bytes,
    isHead: bytes.subarray(0, 5).toString("latin1") === "HEAD ",
    isRefusedAsWhole: name === smuggling,
  };
}

function openRequestMaker(dice: Dice, token: string): RequestMaker {
  const target = pick(dice, targets);
  const getFrom: RequestMaker["getFrom"] = (from, ...lines) =>
    [`GET ${from} HTTP/1.1`, "Host: 127.0.0.1", `Authorization: Bearer ${token}`, ...lines, "", ""].join(
      "\r\n",
    );
  return {
    dice,
    token,
    one: (members) => pick(dice, members),
    getFrom,
    get: (...lines) => getFrom(target, ...lines),
    post: (lines, body) =>
      getFrom(target, ...lines).replace("GET", target.includes("covered") ? "PATCH" : "POST") + body,
    /** With a random method, mostly one that a search accepts. */
    search: (rest, ...lines) => {
      const method = pick(dice, ["GET", "GET", "GET", "HEAD", "HEAD", "OPTIONS"]);
      const tag = dice(4) === 0 ? [drawTag(dice)] : [];
      return getFrom(paths.search + rest, ...tag, ...lines).replace("GET", method);
    },
  };
}

function drawTag(dice: Dice): string {
  return `If-None-Match: ${pick(dice, tags)}`;
}
