import type { Answer, Ask } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectHeader, expectSame, expectThat } from "../../expect.ts";
import {
  coverAddress,
  notificationsAddress,
  ratioAddress,
  rawSearchAddress,
  searchAddress,
} from "../address.ts";

const claim = claimsOf("everyOperation");
const requestIdForm = /^[\w.-]{1,64}$/;
const trace = "0af7651916cd43dd8448eb211c80319c";

const hostilePaths = [
  "/../../etc/passwd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/.env",
  "/.git/config",
  "/api/v1/notifications/..%2f",
];

/** Headers of every answer, and unknown paths. */
export const frames: readonly Claim[] = [
  claim("every.request-id", {
    title: "Every answer, including errors and 304, has a unique X-Request-Id.",
    prove: async (ask) => {
      const answers = await askVariety(ask, {});
      const ids = answers.map((answer) => expectHeader(answer, "X-Request-Id", requestIdForm));
      expectSame(answers[0] as Answer, "the number of request ids", new Set(ids).size, ids.length);
    },
  }),
  claim("every.request-id-echoed", {
    title: "A well-formed X-Request-Id of the request is used for the answer.",
    needs: ["house"],
    path: searchAddress("fpt"),
    rows: ["a", "Order_7.2-b", "x".repeat(64)].map((id) => ({
      headers: { "X-Request-Id": id },
      check: (_, answer) => expectSame(answer, "X-Request-Id", answer.headers.get("x-request-id"), [id]),
    })),
  }),
  claim("every.invalid-request-id-replaced", {
    title: "An X-Request-Id that is too long or has other characters is replaced.",
    needs: ["house"],
    path: searchAddress("fpt"),
    rows: ["two words", "x".repeat(65), 'a"b', "<b>", "a,b"].map((id) => ({
      headers: { "X-Request-Id": id },
    })),
    // None of these has the form.
    check: (_, answer) => void expectHeader(answer, "X-Request-Id", requestIdForm),
  }),
  claim("every.search-request-id-consistent", {
    title: "The X-Request-Id of a search equals its `requestID`.",
    needs: ["house"],
    path: searchAddress("fpt"),
    check: ({ requestID }, answer) =>
      expectSame(answer, "requestID", [requestID], answer.headers.get("x-request-id")),
  }),
  claim("every.trace-continued", {
    title: "A traceparent is continued with a new span, and a malformed one is replaced.",
    needs: ["house"],
    prove: async (ask) => {
      const sent = `00-${trace}-b7ad6b7169203331-01`;
      const answer = await ask("GET", searchAddress("fpt"), { headers: { traceparent: sent } });
      const came = expectHeader(answer, "traceparent", new RegExp(`^00-${trace}-[0-9a-f]{16}-0[01]$`));
      expectThat(answer, came.slice(36, 52) !== sent.slice(36, 52), "a new span");
      for (const odd of [
        `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
        "nonsense",
        `00-${trace}-${"0".repeat(16)}-01`,
      ]) {
        const other = await ask("GET", searchAddress("fpt"), { headers: { traceparent: odd } });
        const replaced = expectHeader(other, "traceparent", /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
        expectThat(other, replaced !== odd, "a new trace");
      }
    },
  }),
  claim("every.rate-limit-headers-paired", {
    title: "An answer has both RateLimit and RateLimit-Policy or neither.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      for (const answer of await askVariety(ask, { token })) {
        const [limit, policy] = ["ratelimit", "ratelimit-policy"].map((name) => answer.headers.has(name));
        expectSame(answer, "the presence of RateLimit-Policy", policy, limit);
      }
    },
  }),
  claim("every.rate-limit-header-format", {
    title: "RateLimit has r and t, and RateLimit-Policy has q and w.",
    needs: ["house", "user"],
    prove: async (ask, { user: { token } }) => {
      const limited = (await askVariety(ask, { token })).filter(({ headers }) => headers.has("ratelimit"));
      for (const answer of limited) {
        expectHeader(answer, "RateLimit", /^"[^"]+";r=\d+;t=\d+$/);
        expectHeader(answer, "RateLimit-Policy", /^"[^"]+";q=\d+;w=\d+$/);
      }
    },
  }),
  claim("every.no-unrequested-encoding", {
    title: "An answer is not compressed if the request has no Accept-Encoding.",
    prove: async (ask) => {
      for (const answer of await askVariety(ask, {})) {
        expectThat(answer, !answer.headers.has("content-encoding"), "no Content-Encoding");
      }
    },
  }),
  claim("every.private-responses-not-cached", {
    title: "Answers that need a token must not be stored by shared caches.",
    needs: ["house"],
    as: "user",
    rows: [{ path: ratioAddress("{symbol}") }, { path: notificationsAddress, query: "limit=1" }],
    check: (_, answer) => void expectHeader(answer, "Cache-Control", /\b(?:no-store|private)\b/),
  }),
  claim("every.hostile-path-is-404", {
    title: "Path traversal and paths of hidden files are a 404 or 400 without file contents.",
    prove: async (ask) => {
      for (const path of hostilePaths) {
        const answer = await ask("GET", path);
        expectThat(answer, answer.status === 404 || answer.status === 400, "status 404 or 400");
        expectThat(answer, !/root:|ref: /.test(answer.text), "no contents of a file");
      }
    },
  }),
  claim("every.paths-case-sensitive", {
    title: "Paths are case-sensitive and have no trailing or doubled slash.",
    as: "user",
    status: 404,
    rows: [
      { path: "/api/v1/Notifications" },
      { path: "/API/v1/notifications" },
      { path: "/api/v1/notifications/" },
      { path: "//api/v1/notifications" },
    ],
  }),
];

/** Requests a success, a 304 and various errors. */
async function askVariety(ask: Ask, { token }: { readonly token?: string }): Promise<Answer[]> {
  const known = token === undefined ? {} : { token };
  return [
    await ask("GET", searchAddress("fpt")),
    await ask("GET", searchAddress("fpt"), { headers: { "If-None-Match": "*" } }),
    await ask("GET", rawSearchAddress("%00")),
    await ask("GET", "/api/v1/nothing"),
    await ask("DELETE", notificationsAddress),
    await ask("OPTIONS", notificationsAddress),
    await ask("GET", `${notificationsAddress}?limit=1`, known),
    await ask("PATCH", coverAddress, { ...known, text: "{" }),
    await ask("GET", ratioAddress("ZZQQXX"), known),
  ];
}
