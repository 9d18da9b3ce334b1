import type { Algorithm } from "./algorithm.ts";

/** A key as JSON writes it (RFC 7517), with whatever members it came with. */
export type Jwk = Readonly<Record<string, unknown>>;

/** Keys as JSON writes them, in the order in which they were made. */
export type Jwks = { readonly keys: readonly Jwk[] };

/** A key that can sign: its private parts are in it. */
export type SigningKey = Jwk & { readonly kid: string; readonly alg: Algorithm };
