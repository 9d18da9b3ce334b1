import type { JWTHeaderParameters } from "jose";
import { JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from "jose/errors";
import { createLocalJWKSet } from "jose/jwks/local";
import { type Jwks, publicKeysOf } from "./keys.ts";

/** An immutable set of public keys. Changed keys are a new object. */
export type HeldKeys = {
  /** The keys that may have signed a token with this header; several only if it has no `kid`. */
  readonly find: (header: JWTHeaderParameters) => Promise<readonly CryptoKey[]>;
};

/** Supplies the keys of a verifier. */
export type KeySource = {
  /** Whether there are keys to verify with. */
  readonly isHeld: () => boolean;
  /** The keys, if they can be used without waiting. */
  readonly held: () => HeldKeys | undefined;
  /** The keys, after waiting for a load if one is needed and allowed. */
  readonly obtain: () => Promise<HeldKeys | undefined>;
  /** Loads again because a token names a key that is not in `keys`. Resolves to undefined if the keys are unchanged. */
  readonly renew: (keys: HeldKeys) => Promise<HeldKeys | undefined>;
};

/** Why keys could not be loaded. The codes are stable. */
export type KeysFaultCode =
  | "host_status"
  | "host_late"
  | "host_unreachable"
  | "answer_too_large"
  | "no_usable_key"
  | "keys_empty"
  | "file_absent"
  | "file_faulty";

/** A failure to load keys. Logs record `code` and `status` instead of the message. */
export class KeysFault extends Error {
  override readonly name = "KeysFault";
  readonly code: KeysFaultCode;
  /** The HTTP status of the key host, if it was not 200. */
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

/** The keys tried for a header without `kid`. It bounds the cost of one token, since a set has up to 100 keys. */
const candidateCountMax = 4;

/** Indexes the public halves of keys. */
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

/** A source of keys that never change. */
export function fixedKeys(jwks: Jwks): KeySource {
  const keys = holdKeys(jwks);
  return {
    isHeld: () => true,
    held: () => keys,
    obtain: async () => keys,
    renew: async () => undefined,
  };
}
