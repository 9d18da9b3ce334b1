import { createPublicKey } from "node:crypto";
import type { SigningKey } from "../keys.ts";
import { bearer, claims, type NamedAttack, partsOf, publicOf } from "./attack.ts";
import { encode, forgeToken, forgeWithHmac, joinToken, validClaims } from "./forge-token.ts";
import { planKey } from "./plan-access.ts";

const elsewhere = "https://keys.evil.example/keys";

/** Tokens that are unsigned, or signed by another key. */
export const attacksOnTrust: readonly NamedAttack[] = [
  ["no algorithm", "token-not-trusted", () => bearer(joinToken({ alg: "none" }, validClaims, "AAAA"))],
  [
    "no algorithm, in mixed case",
    "token-not-trusted",
    () => bearer(joinToken({ alg: "nOnE" }, validClaims, "AAAA")),
  ],
  [
    "a header without an algorithm",
    "token-not-trusted",
    () => bearer(joinToken({ typ: "JWT" }, validClaims, "AAAA")),
  ],
  [
    "an algorithm that is a list",
    "token-not-trusted",
    (ours) => bearer(forgeToken(ours, { alg: ["ES256"] })),
  ],
  [
    "our public key as a secret, as JSON",
    "token-not-trusted",
    (ours) => bearer(forgeWithHmac(JSON.stringify(publicOf(ours)), { alg: "HS256", kid: ours.kid })),
  ],
  [
    "our public key as a secret, as PEM",
    "token-not-trusted",
    (ours) => bearer(forgeWithHmac(Buffer.from(pemOf(ours)), { alg: "HS256", kid: ours.kid })),
  ],
  [
    "an algorithm that is not allowed",
    "token-not-trusted",
    async () => bearer(forgeToken(await planKey("PS256"))),
  ],
  [
    "an algorithm of another kind under our key",
    "token-not-trusted",
    (ours) => bearer(forgeToken(ours, { alg: "EdDSA" })),
  ],
  ["a foreign key under its own id", "token-not-trusted", (_ours, foreign) => bearer(forgeToken(foreign))],
  [
    "a foreign key under our id",
    "token-not-trusted",
    (ours, foreign) => bearer(forgeToken(foreign, { kid: ours.kid })),
  ],
  [
    "a foreign key without an id",
    "token-not-trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: undefined })),
  ],
  [
    "a key id that is a path out of a folder",
    "token-not-trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: "../../dev/null" })),
  ],
  [
    "a key id that is a URL",
    "token-not-trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: elsewhere })),
  ],
  [
    "a key id that is an object",
    "token-not-trusted",
    (ours) => bearer(forgeToken(ours, { kid: { $ne: "" } })),
  ],
  [
    "a key id that is a property of every object",
    "token-not-trusted",
    (_ours, foreign) => bearer(forgeToken(foreign, { kid: "__proto__" })),
  ],
  [
    "a signature of zeros",
    "token-not-trusted",
    async (ours) => bearer([...(await partsOf(ours)).slice(0, 2), "A".repeat(86)].join(".")),
  ],
  [
    "a signature that is cut",
    "token-not-trusted",
    async (ours) => bearer((await partsOf(ours)).with(2, "AAAA").join(".")),
  ],
  ["the signature of another token", "token-not-trusted", async (ours) => swapSignature(ours)],
  [
    "claims that were changed",
    "token-not-trusted",
    async (ours) => bearer((await partsOf(ours)).with(1, encode(claims({ sub: "u-2" }))).join(".")),
  ],
  [
    "a header that was changed",
    "token-not-trusted",
    async (ours) => bearer((await partsOf(ours)).with(0, encode({ alg: "ES256", kid: ours.kid })).join(".")),
  ],
];

/** Headers that contain or point to a key, or change how a token is read. They are refused even with a valid signature. */
export const attacksByHeader: readonly NamedAttack[] = [
  ...Object.entries({ jku: elsewhere, x5u: elsewhere, jwk: {}, x5c: ["MIIB"] }).flatMap(([name, value]) => [
    [
      `${name} by a foreign key`,
      "token-not-trusted",
      (_ours: SigningKey, foreign: SigningKey) =>
        bearer(forgeToken(foreign, { [name]: name === "jwk" ? publicOf(foreign) : value })),
    ] as const,
    [
      `${name} under our own signature`,
      "token-not-trusted",
      (ours: SigningKey) => bearer(forgeToken(ours, { [name]: value })),
    ] as const,
  ]),
  ["crit", "token-not-trusted", (ours) => bearer(forgeToken(ours, { crit: ["b64"], b64: true }))],
  ["b64", "token-not-trusted", (ours) => bearer(forgeToken(ours, { b64: false }))],
  ["zip", "token-not-trusted", (ours) => bearer(forgeToken(ours, { zip: "DEF" }))],
  ["a token of another type", "token-not-trusted", (ours) => bearer(forgeToken(ours, { typ: "logout+jwt" }))],
];

function pemOf(key: SigningKey): string {
  const publicKey = createPublicKey({ key: publicOf(key) as JsonWebKey, format: "jwk" });
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

async function swapSignature(ours: SigningKey): Promise<string> {
  const [, , signature] = (await forgeToken(ours, {}, claims({ sub: "u-2" }))).split(".");
  return bearer((await partsOf(ours)).with(2, signature ?? "").join("."));
}
