import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import type { Algorithm } from "./algorithm.ts";
import type { SigningKey } from "./jwk.ts";

/** Makes a key to sign tokens with; its id holds its thumbprint, which no other key has. */
export async function makeKey({
  algorithm,
  now,
}: {
  readonly algorithm: Algorithm;
  readonly now: () => number;
}): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  // A thumbprint may begin with a hyphen, and a command line would take that for an option.
  const kid = `key-${await calculateJwkThumbprint(key)}`;
  return { ...key, kid, alg: algorithm, use: "sig", iat: Math.floor(now() / 1_000) };
}
