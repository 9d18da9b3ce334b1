import { SignJWT } from "jose/jwt/sign";
import { importJWK } from "jose/key/import";
import type { SigningKey } from "./keys.ts";

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

const lengthMax = 255;

/** Says what is wrong with the name of a user, which a token carries as its subject; gives nothing where it may stand. */
export function judgeUserId(text: string): string | undefined {
  if (text === "") return "The user is empty: name one.";
  if (text.length > lengthMax) {
    return `The user has ${text.length} characters: it may have ${lengthMax} at most.`;
  }
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) {
    return "The user holds a control character or half of one: name one of letters, digits and marks.";
  }
  return undefined;
}

/** Who signs our own tokens, where AUTH_ISSUER says nothing. */
export const defaultIssuer = "trading-oms";

/** Whom our own tokens are for, where AUTH_AUDIENCE says nothing. */
export const defaultAudience = "trading-oms";
