import type { Answer, Ask, RequestOptions } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectHeader, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { fieldsOf } from "../../fields.ts";
import { commonOperations } from "../../operations.ts";
import { notificationsAddress } from "../address.ts";
import { readTokenClaims } from "../read-subject.ts";

/** Changes of a valid token that are possible without its key. The names are used in titles. */
export const tokenForgeries: Readonly<Record<string, (token: string) => string>> = {
  "its algorithm is none": (token) =>
    withParts(token, { header: { alg: "none", typ: "JWT" }, signature: "" }),
  "its algorithm is none in capitals": (token) => withParts(token, { header: { alg: "NONE" } }),
  "its algorithm is symmetric": (token) => withParts(token, { header: { alg: "HS256", typ: "JWT" } }),
  "its claims were changed": (token) =>
    withParts(token, { claims: { ...readTokenClaims(token), sub: "root" } }),
  "its signature is missing": (token) => withParts(token, { signature: "" }),
  // The length and the characters stay.
  "its signature was changed": (token) =>
    withParts(token, { signature: [...(token.split(".")[2] ?? "")].reverse().join("") }),
  "it has two parts": (token) => token.split(".").slice(0, 2).join("."),
  "it has four parts": (token) => `${token}.x`,
};

type TokenParts = { readonly header?: object; readonly claims?: object; readonly signature?: string };

function withParts(token: string, { header, claims, signature }: TokenParts): string {
  const changed = [header && encode(header), claims && encode(claims), signature];
  const parts = token.split(".");
  return changed.map((part, index) => part ?? parts[index] ?? "").join(".");
}

function encode(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const claim = claimsOf("everyOperation");
const guarded = commonOperations.filter(({ role }) => role === "user");

const malformed: Readonly<Record<string, string>> = {
  "another scheme": "Basic dTpw",
  "two tokens": "Bearer a.b.c a.b.c",
  "not the form of a token": "Bearer nonsense",
  "empty parts": "Bearer ..",
};

/** Which tokens are accepted, and how others are rejected. */
export const tokens: readonly Claim[] = [
  ...guarded.map(({ name, path, method }) =>
    claim(`every.${name}-wants-a-token`, {
      title: `${method} ${path} without a token is a 401 with a GatewayError body and a challenge.`,
      path,
      method,
      status: 401,
      check: (_, answer) => void expectUnauthorized(answer),
    }),
  ),
  claim("every.missing-token-reason", {
    title: "A request without a token is a 401 token_missing, with a challenge that has no error.",
    needs: ["house"],
    rows: guarded.map(({ path, method }) => ({ path, method })),
    status: 401,
    check: ({ error }, answer) => {
      expectSame(answer, "error.id", fieldsOf(error)["id"], "token_missing");
      const isPlain = !expectUnauthorized(answer).includes("error=");
      expectThat(answer, isPlain, "a challenge without an error");
    },
  }),
  claim("every.rejected-token-invalid", {
    title: "The challenge for a rejected token has the error invalid_token.",
    needs: ["house", "user"],
    prove: async (ask, { user: { token } }) => {
      const sent = Object.values(tokenForgeries).map((forge) => `Bearer ${forge(token)}`);
      for (const value of [...Object.values(malformed), ...sent]) {
        const answer = await ask("GET", notificationsAddress, { headers: { Authorization: value } });
        expectHeader(answer, "WWW-Authenticate", /^Bearer .*error="invalid_token"/);
      }
    },
  }),
  claim("every.malformed-authorization-is-401", {
    title: "An Authorization header that is not one bearer token is a 401.",
    prove: async (ask) => {
      for (const value of Object.values(malformed))
        await proveRefused(ask, { headers: { Authorization: value } });
      expectUnauthorized(await ask("GET", notificationsAddress, { headers: { Authorization: "Bearer" } }));
    },
  }),
  ...Object.entries(tokenForgeries).map(([what, forge], index) =>
    claim(`every.forged-token-${index + 1}-is-401`, {
      title: `A forged token is a 401: ${what}.`,
      needs: ["user"],
      prove: async (ask, { user: { token } }) => {
        await proveRefused(ask, { token: forge(token) });
      },
    }),
  ),
  claim("every.planned-tokens-rejected", {
    title: "Expired tokens and tokens of another issuer or audience are a 401.",
    needs: ["refusedTokens"],
    prove: async (ask, { refusedTokens }) => {
      for (const token of Object.values(refusedTokens)) await proveRefused(ask, { token });
    },
  }),
  claim("every.scheme-case-insensitive", {
    title: "The Bearer scheme is accepted in any case.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        const headers = { Authorization: `${scheme} ${token}` };
        expectStatus(await ask("GET", `${notificationsAddress}?limit=1`, { headers }), 200);
      }
    },
  }),
  claim("every.head-requires-token", {
    title: "HEAD without a token is a 401 with a challenge and without a body.",
    method: "HEAD",
    rows: guarded.filter(({ method }) => method === "GET").map(({ path }) => ({ path })),
    status: 401,
    check: (_, answer) => void expectHeader(answer, "WWW-Authenticate", /^Bearer\b/),
  }),
  claim("every.token-in-query-ignored", {
    title: "A token in the query is ignored, so the request is a 401.",
    needs: ["house", "user"],
    prove: async (ask, { user: { token } }) => {
      expectUnauthorized(await ask("GET", `${notificationsAddress}?access_token=${token}`));
    },
  }),
];

async function proveRefused(ask: Ask, options: RequestOptions): Promise<void> {
  for (const { path, method } of guarded) {
    const answer = await ask(method, path, options);
    expectUnauthorized(answer);
    const sent = options.token ?? "";
    const isHidden = sent.length < 12 || !answer.text.includes(sent);
    expectThat(answer, isHidden, "a body that does not repeat the token");
  }
}

/** Expects a 401 with a GatewayError, and returns its challenge. */
function expectUnauthorized(answer: Answer): string {
  expectStatus(answer, 401);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { id, code, status, reason, message } = fieldsOf(expectBody(answer)["error"]);
  expectSame(answer, "error.code", code, 401);
  const areTexts = [id, status, reason, message].every((text) => typeof text === "string" && text !== "");
  expectThat(answer, areTexts, "id, status, reason and message");
  return expectHeader(answer, "WWW-Authenticate", /^Bearer\b/);
}
