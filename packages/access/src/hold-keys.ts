import { JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from "jose/errors";
import { createLocalJWKSet } from "jose/jwks/local";
import type { Jwks } from "./jwk.ts";
import type { HeldKeys } from "./key-source.ts";
import { publicKeysOf } from "./public-keys-of.ts";

/** A header that names no key is tried with this many, so that nobody can make one token cost a hundred checks. */
const candidateCountMax = 4;

/** Makes the public halves of keys ready to be found. */
export function holdKeys(jwks: Jwks): HeldKeys {
  const find = createLocalJWKSet({ keys: publicKeysOf(jwks).keys.map((key) => ({ kty: "", ...key })) });
  return {
    find: async (header) => {
      try {
        return [await find(header)];
      } catch (failure) {
        if (failure instanceof JWKSNoMatchingKey) return [];
        if (failure instanceof JWKSMultipleMatchingKeys) return gatherCandidates(failure);
        throw failure;
      }
    },
  };
}

async function gatherCandidates(several: AsyncIterable<CryptoKey>): Promise<CryptoKey[]> {
  const keys: CryptoKey[] = [];
  for await (const key of several) {
    keys.push(key);
    if (keys.length === candidateCountMax) break;
  }
  return keys;
}
