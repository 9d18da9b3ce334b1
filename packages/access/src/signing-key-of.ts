import { isAlgorithm } from "./algorithm.ts";
import type { Jwk, Jwks, SigningKey } from "./jwk.ts";

/** Finds the key that signs: the newest that has its private parts. */
export function signingKeyOf({ keys }: Jwks): SigningKey | undefined {
  return keys.findLast(isSigningKey);
}

/** Whether a key can sign, and says how and under which id. */
export function isSigningKey(key: Jwk): key is SigningKey {
  return typeof key["d"] === "string" && typeof key["kid"] === "string" && isAlgorithm(key["alg"]);
}
