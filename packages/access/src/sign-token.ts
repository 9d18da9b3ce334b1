import { SignJWT } from "jose/jwt/sign";
import { importJWK } from "jose/key/import";
import type { SigningKey } from "./keys.ts";
import { defaultRoleClaim, type Role } from "./roles.ts";
import { isVisibleText } from "./visible-text.ts";

/** The key and the claims of a token. */
export type SignTokenOptions = {
  readonly key: SigningKey;
  readonly userId: string;
  readonly ttlMs: number;
  readonly issuer: string;
  readonly audience: string;
  /** The role that the token carries; none by default. */
  readonly role?: Role | undefined;
  /** The claim that carries the role: `roles` by default. */
  readonly roleClaim?: string;
  /** Unix milliseconds. */
  readonly now: () => number;
};

/** Signs a token for a user. Its expiry is rounded up to a whole second, its time of issue down. */
export async function signToken(options: SignTokenOptions): Promise<string> {
  const { key, userId, ttlMs, issuer, audience, role, roleClaim = defaultRoleClaim, now } = options;
  const nowMs = now();
  return new SignJWT(role === undefined ? {} : { [roleClaim]: role })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt(Math.floor(nowMs / 1_000))
    .setExpirationTime(Math.ceil((nowMs + ttlMs) / 1_000))
    .sign(await importJWK(key, key.alg));
}

const lengthMax = 255;

/** Returns what is wrong with a user id, which is the subject of a token, or undefined. */
export function checkUserId(text: string): string | undefined {
  if (text === "") return "The user is empty: name one.";
  if (text.length > lengthMax) {
    return `The user has ${text.length} characters: at most ${lengthMax} are allowed.`;
  }
  if (!isVisibleText(text)) {
    return "The user has a control character, a direction mark or a character that shows nothing: use letters, digits and punctuation.";
  }
  return undefined;
}

/** The issuer of our own tokens if AUTH_ISSUER is not set. */
export const defaultIssuer = "trading-oms";

/** The audience of our own tokens if AUTH_AUDIENCE is not set. */
export const defaultAudience = "trading-oms";
