import { createPublicKey } from "node:crypto";
import type { SigningKey } from "../keys.ts";
import { bearer, claims, type NamedAttack, partsOf, publicOf } from "./attack.ts";
import { encode, forgeToken, forgeWithHmac, joinToken, validClaims } from "./forge-token.ts";
import { planKey } from "./plan-access.ts";

const elsewhere = "https://keys.evil.example/keys";

/** Tokens that are unsigned, or signed by another key. */
export const attacksOnTrust: readonly NamedAttack[] = [
  ["no algorithm", "token_not_trusted", () => bearer(joinToken({ alg: "none" }, validClaims, "AAAA"))],
  [
    "no algorithm, in mixed case",
    "token_not_trusted",
    () => bearer(joinToken({ alg: "nOnE" }, validClaims, "AAAA")),
  ],
  [
    "a header without an algorithm",
    "token_not_trusted",
    () => bearer(joinToken({ typ: "JWT" }, validClaims, "AAAA")),
  ],
  [
    "an algorithm that is a list",
    "token_not_trusted",
    (ours) => bearer(forgeToken(ours, { alg: ["ES256"] })),
  ],
  [
    "our public key as a secret, as JSON",
    "token_not_trusted",
    (ours) => bearer(forgeWithHmac(JSON.stringify(publicOf(ours)), { alg: "HS256", kid: ours.kid })),
  ],
  [
    "our public key as a secret, as PEM",
    "token_not_trusted",
    (ours) => bearer(forgeWithHmac(Buffer.from(pemOf(ours)), { alg: "HS256", kid: ours.kid })),
  ],
  [
    "an algorithm that is not allowed",
    "token_not_trusted",
    async () => bearer(forgeToken(await planKey("PS256"))),
  ],
  [
    "an algorithm of another kind under our key",
    "token_not_trusted",
    (ours) => bearer(forgeToken(ours, { alg: "EdDSA" })),
  ],
  ["a foreign key under its own id", "token_not_trusted", (_ours, foreign) => bearer(forgeToken(foreign))],
  [
    "a foreign key under our id",
    "token_not_trusted",
    (ours, foreign) => bearer(forgeToken(foreign, { kid: ours.kid })),
  ],
  [
    "a foreign key without an id",
    "token_not_trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: undefined })),
  ],
  [
    "a key id that is a path out of a folder",
    "token_not_trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: "../../dev/null" })),
  ],
  [
    "a key id that is a URL",
    "token_not_trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: elsewhere })),
  ],
  [
    "a key id that is an object",
    "token_not_trusted",
    (ours) => bearer(forgeToken(ours, { kid: { $ne: "" } })),
  ],
  [
    "a key id that is a property of every object",
    "token_not_trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: "__proto__" })),
  ],
  [
    "a signature of zeros",
    "token_not_trusted",
    async (ours) => bearer([...(await partsOf(ours)).slice(0, 2), "A".repeat(86)].join(".")),
  ],
  [
    "a signature that is cut",
    "token_not_trusted",
    async (ours) => bearer((await partsOf(ours)).with(2, "AAAA").join(".")),
  ],
  ["the signature of another token", "token_not_trusted", async (ours) => swapSignature(ours)],
  [
    "claims that were changed",
    "token_not_trusted",
    async (ours) => bearer((await partsOf(ours)).with(1, encode(claims({ sub: "u-2" }))).join(".")),
  ],
  [
    "a header that was changed",
    "token_not_trusted",
    async (ours) => bearer((await partsOf(ours)).with(0, encode({ alg: "ES256", kid: ours.kid })).join(".")),
  ],
];

/** Headers that contain or point to a key, or change how a token is read. They are refused even with a valid signature. */
export const attacksByHeader: readonly NamedAttack[] = [
  ...Object.entries({ jku: elsewhere, x5u: elsewhere, jwk: {}, x5c: ["MIIB"] }).flatMap(([name, value]) => [
    [
      `${name} by a foreign key`,
      "token_not_trusted",
      (_ours: SigningKey, foreign: SigningKey) =>
        bearer(forgeToken(foreign, { [name]: name === "jwk" ? publicOf(foreign) : value })),
    ] as const,
    [
      `${name} under our own signature`,
      "token_not_trusted",
      (ours: SigningKey) => bearer(forgeToken(ours, { [name]: value })),
    ] as const,
  ]),
  ["crit", "token_not_trusted", (ours) => bearer(forgeToken(ours, { crit: ["b64"], b64: true }))],
  ["b64", "token_not_trusted", (ours) => bearer(forgeToken(ours, { b64: false }))],
  ["zip", "token_not_trusted", (ours) => bearer(forgeToken(ours, { zip: "DEF" }))],
  ["a token of another type", "token_not_trusted", (ours) => bearer(forgeToken(ours, { typ: "logout+jwt" }))],
];

function pemOf(key: SigningKey): string {
  const publicKey = createPublicKey({ key: publicOf(key) as JsonWebKey, format: "jwk" });
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

async function swapSignature(ours: SigningKey): Promise<string> {
  const [, , signature] = (await forgeToken(ours, {}, claims({ sub: "u-2" }))).split(".");
  return bearer((await partsOf(ours)).with(2, signature ?? "").join("."));
}
