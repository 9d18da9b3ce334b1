import type { JWTHeaderParameters } from "jose";
import { JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from "jose/errors";
import { createLocalJWKSet } from "jose/jwks/local";
import { type Jwks, publicKeysOf } from "./keys.ts";

/** Public keys as they are at one time; other keys are another object. */
export type HeldKeys = {
  /** The keys that may have signed under this header; several only where it does not say which. */
  readonly find: (header: JWTHeaderParameters) => Promise<readonly CryptoKey[]>;
};

/** Where a verifier has its keys from. */
export type KeySource = {
  /** Whether there are keys to check with. */
  readonly isHeld: () => boolean;
  /** The keys, where they can be used without waiting. */
  readonly held: () => HeldKeys | undefined;
  /** The keys, after waiting for them where that may help. */
  readonly obtain: () => Promise<HeldKeys | undefined>;
  /** Looks whether there are other keys by now, because a token names one that is not among these. */
  readonly renew: (keys: HeldKeys) => Promise<HeldKeys | undefined>;
};

/** Why keys can't be had, in words that never change. */
export type KeysFaultCode =
  | "host-status"
  | "host-late"
  | "host-unreachable"
  | "answer-too-large"
  | "no-usable-key"
  | "keys-empty"
  | "file-absent"
  | "file-faulty";

/** Keys that can't be had. Code and status are for a log that tells no messages. */
export class KeysFault extends Error {
  override readonly name = "KeysFault";
  readonly code: KeysFaultCode;
  /** What the host answered instead of 200. */
  readonly status: number | undefined;

  constructor(
    code: KeysFaultCode,
    message: string,
    { status, ...options }: ErrorOptions & { readonly status?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
  }
}

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

/** Keys that stay as they are. */
export function fixedKeys(jwks: Jwks): KeySource {
  const keys = holdKeys(jwks);
  return {
    isHeld: () => true,
    held: () => keys,
    obtain: async () => keys,
    renew: async () => undefined,
  };
}
