import { SignJWT } from "jose/jwt/sign";
import { importJWK } from "jose/key/import";
import type { SigningKey } from "./jwk.ts";

/** What is said of whom in a token. */
export type TokenOrder = {
  readonly key: SigningKey;
  readonly userId: string;
  readonly ttlMs: number;
  readonly issuer: string;
  readonly audience: string;
  /** Unix milliseconds. */
  readonly now: () => number;
};

/** Signs a token that says who somebody is; it lasts as long as was asked for, up to the next whole second. */
export async function signToken({ key, userId, ttlMs, issuer, audience, now }: TokenOrder): Promise<string> {
  const nowMs = now();
  return new SignJWT()
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt(Math.floor(nowMs / 1_000))
    .setExpirationTime(Math.ceil((nowMs + ttlMs) / 1_000))
    .sign(await importJWK(key, key.alg));
}
