import type { Answer, Ask, RequestOptions } from "../../ask.ts";
import { fieldsOf } from "../../check-answer.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectHeader, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { notificationsAddress } from "../address.ts";
import { commonPaths } from "./operation-paths.ts";

/** Changes of a valid token that are possible without its key. The names are used in titles. */
export const tokenForgeries: Readonly<Record<string, (token: string) => string>> = {
  "its algorithm is none": (token) => [encode({ alg: "none", typ: "JWT" }), partOf(token, 1), ""].join("."),
  "its algorithm is none in capitals": (token) =>
    [encode({ alg: "NONE" }), partOf(token, 1), partOf(token, 2)].join("."),
  "its algorithm is symmetric": (token) =>
    [encode({ alg: "HS256", typ: "JWT" }), partOf(token, 1), partOf(token, 2)].join("."),
  "its claims were changed": (token) =>
    [partOf(token, 0), encode({ ...decode(partOf(token, 1)), sub: "root" }), partOf(token, 2)].join("."),
  "its signature is missing": (token) => [partOf(token, 0), partOf(token, 1), ""].join("."),
  "its signature was changed": (token) =>
    [partOf(token, 0), partOf(token, 1), reverse(partOf(token, 2))].join("."),
  "it has two parts": (token) => [partOf(token, 0), partOf(token, 1)].join("."),
  "it has four parts": (token) => `${token}.x`,
};

function partOf(token: string, index: number): string {
  return token.split(".")[index] ?? "";
}

function encode(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(part: string): object {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}

/** Reverses a signature: the length and characters stay, but it is invalid. */
function reverse(signature: string): string {
  return [...signature].reverse().join("");
}

const claim = claimsOf("everyOperation");
const guarded = commonPaths.filter(({ needsToken }) => needsToken);

const malformed: Readonly<Record<string, string>> = {
  "another scheme": "Basic dTpw",
  "two tokens": "Bearer a.b.c a.b.c",
  "not the form of a token": "Bearer nonsense",
  "empty parts": "Bearer ..",
};

/** Which tokens are accepted, and how others are rejected. */
export const tokens: readonly Claim[] = [
  ...guarded.map(({ name, path, method }) =>
    claim({
      id: `every.${name}-wants-a-token`,
      title: `${method} ${path} without a token is a 401 with a GatewayError body and a challenge.`,
      prove: async (ask) => {
        const answer = await ask(method, path);
        expectUnauthorized(answer);
        expectHeader(answer, "WWW-Authenticate", /^Bearer\b/);
      },
    }),
  ),
  claim({
    id: "every.missing-token-reason",
    title: "A request without a token is a 401 token_missing, with a challenge that has no error.",
    needs: ["house"],
    prove: async (ask) => {
      for (const { path, method } of guarded) {
        const answer = await ask(method, path);
        expectUnauthorized(answer);
        expectSame(answer, "error.id", fieldsOf(expectBody(answer)["error"])["id"], "token_missing");
        const challenge = expectHeader(answer, "WWW-Authenticate", /^Bearer\b/);
        expectThat(answer, !challenge.includes("error="), "a challenge without an error");
      }
    },
  }),
  claim({
    id: "every.rejected-token-invalid",
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
  claim({
    id: "every.malformed-authorization-is-401",
    title: "An Authorization header that is not one bearer token is a 401.",
    prove: async (ask) => {
      for (const value of Object.values(malformed))
        await proveRefused(ask, { headers: { Authorization: value } });
      expectUnauthorized(await ask("GET", notificationsAddress, { headers: { Authorization: "Bearer" } }));
    },
  }),
  ...Object.entries(tokenForgeries).map(([what, forge], index) =>
    claim({
      id: `every.forged-token-${index + 1}-is-401`,
      title: `A forged token is a 401: ${what}.`,
      needs: ["user"],
      prove: async (ask, { user: { token } }) => {
        await proveRefused(ask, { token: forge(token) });
      },
    }),
  ),
  claim({
    id: "every.planned-tokens-rejected",
    title: "Expired tokens and tokens of another issuer or audience are a 401.",
    needs: ["refusedTokens"],
    prove: async (ask, { refusedTokens }) => {
      for (const token of Object.values(refusedTokens)) await proveRefused(ask, { token });
    },
  }),
  claim({
    id: "every.scheme-case-insensitive",
    title: "The Bearer scheme is accepted in any case.",
    needs: ["user"],
    prove: async (ask, { user: { token } }) => {
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        const headers = { Authorization: `${scheme} ${token}` };
        expectStatus(await ask("GET", `${notificationsAddress}?limit=1`, { headers }), 200);
      }
    },
  }),
  claim({
    id: "every.head-requires-token",
    title: "HEAD without a token is a 401 with a challenge and without a body.",
    prove: async (ask) => {
      for (const { path, method } of guarded.filter((each) => each.method === "GET")) {
        const answer = await ask(method === "GET" ? "HEAD" : method, path);
        expectStatus(answer, 401);
        expectHeader(answer, "WWW-Authenticate", /^Bearer\b/);
      }
    },
  }),
  claim({
    id: "every.token-in-query-ignored",
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
    expectHeader(answer, "WWW-Authenticate", /^Bearer\b/);
    const sent = options.token ?? "";
    expectThat(
      answer,
      sent.length < 12 || !answer.text.includes(sent),
      "a body that does not repeat the token",
    );
  }
}

function expectUnauthorized(answer: Answer): void {
  expectStatus(answer, 401);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { id, code, status, reason, message } = fieldsOf(expectBody(answer)["error"]);
  expectSame(answer, "error.code", code, 401);
  const texts = [id, status, reason, message];
  expectThat(
    answer,
    texts.every((text) => typeof text === "string" && text !== ""),
    "id, status, reason and message",
  );
}
