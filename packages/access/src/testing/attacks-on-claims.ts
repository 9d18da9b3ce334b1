import type { SigningKey } from "../keys.ts";
import { bearer, claims, type NamedAttack } from "./attack.ts";
import { forgeToken, validClaims } from "./forge-token.ts";
import { plannedAtMs } from "./plan-access.ts";

const seconds = plannedAtMs / 1_000;

/** Tokens with a valid signature and claims that are wrong. */
export const attacksOnClaims: readonly NamedAttack[] = [
  [
    "a token that has expired",
    "token_expired",
    (ours) => bearer(forgeToken(ours, {}, claims({ exp: seconds }))),
  ],
  [
    "a token that is not yet valid",
    "token_not_yet_valid",
    (ours) => bearer(forgeToken(ours, {}, claims({ nbf: seconds + 60 }))),
  ],
  [
    "a token issued in the future",
    "token_not_yet_valid",
    (ours) => bearer(forgeToken(ours, {}, claims({ iat: seconds + 60 }))),
  ],
  [
    "a foreign issuer",
    "token_not_trusted",
    (ours) => bearer(forgeToken(ours, {}, claims({ iss: "https://login.example/" }))),
  ],
  [
    "a token for another audience",
    "token_not_trusted",
    (ours) => bearer(forgeToken(ours, {}, claims({ aud: ["billing", "oms2"] }))),
  ],
  ...["iss", "aud", "sub", "iat", "exp"].map(
    (name) =>
      [
        `no ${name}`,
        "token_malformed",
        (ours: SigningKey) => bearer(forgeToken(ours, {}, without(name))),
      ] as const,
  ),
  [
    "an expiry that is a string",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ exp: "9999999999" }))),
  ],
  [
    "an infinite expiry",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, JSON.stringify(validClaims).replace(/"exp":\d+/, '"exp":1e999'))),
  ],
  ["an empty user", "token_malformed", (ours) => bearer(forgeToken(ours, {}, claims({ sub: "" })))],
  ["a user that is a number", "token_malformed", (ours) => bearer(forgeToken(ours, {}, claims({ sub: 1 })))],
  [
    "a user that is a list",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ sub: ["u-1"] }))),
  ],
  [
    "a user of 256 characters",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ sub: "u".repeat(256) }))),
  ],
  [
    "a user with a NUL in it",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ sub: "u-1\0" }))),
  ],
  [
    "a user that reads as another by a direction mark",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ sub: "\u202e1-u" }))),
  ],
  [
    "a user whose name is a letter that shows nothing",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ sub: "\u3164" }))),
  ],
  [
    "a user with a lone surrogate",
    "token_malformed",
    (ours) => bearer(forgeToken(ours, {}, claims({ sub: "u-\ud800" }))),
  ],
];

function without(name: string): object {
  return Object.fromEntries(Object.entries(validClaims).filter(([each]) => each !== name));
}
