import type { JWTHeaderParameters, JWTPayload, JWTVerifyOptions } from "jose";
import { decodeProtectedHeader } from "jose/decode/protected_header";
import { JOSEError, JWSSignatureVerificationFailed, JWTClaimValidationFailed, JWTExpired } from "jose/errors";
import { jwtVerify } from "jose/jwt/verify";
import type { Algorithm } from "./algorithms.ts";
import type { HeldKeys, KeySource } from "./key-source.ts";
import { type Role, readRole } from "./roles.ts";
import { checkUserId } from "./sign-token.ts";

/** The code of the answer for each fault of a token. The faults say more, and are only for logs. */
const codes = {
  missing: "token_missing",
  form: "token_malformed",
  header: "token_not_trusted",
  algorithm: "token_not_trusted",
  key: "token_not_trusted",
  signature: "token_not_trusted",
  issuer: "token_not_trusted",
  audience: "token_not_trusted",
  claims: "token_malformed",
  expired: "token_expired",
  not_yet_valid: "token_not_yet_valid",
  no_keys: "keys_unavailable",
} as const;

export type TokenFault = keyof typeof codes;

export type TokenRefusalCode = (typeof codes)[TokenFault];

/** A refused token. It quotes no part of the token. */
export type Refused = {
  readonly kind: "refused";
  readonly code: TokenRefusalCode;
  readonly why: TokenFault;
};

/** The user, the role if the token carries one, and the expiry of the token, or the refusal. */
export type Verdict =
  | {
      readonly kind: "user";
      readonly userId: string;
      readonly role: Role | undefined;
      readonly expiresAtMs: number;
    }
  | Refused;

/** The keys that a verdict depends on, and the time (Unix milliseconds) in which it cannot change with the same keys. */
export type VerdictValidity = { readonly keys: HeldKeys; readonly sinceMs: number; readonly untilMs: number };

export function refuse(why: TokenFault): Refused {
  return { kind: "refused", code: codes[why], why };
}

type TokenRules = {
  readonly source: KeySource;
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly Algorithm[];
  readonly roleClaim: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly clockToleranceMs: number;
};

/** A verdict. `validity` is present once jose has accepted the token. */
type JudgedToken = { readonly verdict: Verdict; readonly validity?: VerdictValidity };

/** Checks the header of a token, then its signature and registered claims, then the rules that jose does not have. */
export async function checkToken(token: string, rules: TokenRules): Promise<JudgedToken> {
  const { source, algorithms, now } = rules;
  const judged = checkHeader(token, algorithms);
  if (judged.kind === "refused") return { verdict: judged };
  const { header } = judged;
  let keys = source.held() ?? (await source.obtain());
  if (keys === undefined) return { verdict: refuse("no_keys") };
  let candidates = await keys.find(header);
  if (candidates.length === 0 && header.kid !== undefined) {
    keys = (await source.renew(keys)) ?? keys;
    candidates = await keys.find(header);
  }
  const nowMs = now();
  const checked = await checkSignature(token, candidates, optionsFor(rules, nowMs));
  if ("kind" in checked) return { verdict: checked };
  const { claims } = checked;
  const verdict = checkClaims(claims, nowMs, rules);
  return { verdict, validity: { keys, sinceMs: nowMs, untilMs: toMs(claims.exp) } };
}

function toMs(seconds = 0): number {
  return seconds * 1_000;
}

type CheckedToken = { readonly claims: JWTPayload };

async function checkSignature(
  token: string,
  candidates: readonly CryptoKey[],
  options: JWTVerifyOptions,
): Promise<CheckedToken | Refused> {
  for (const key of candidates) {
    try {
      const { payload } = await jwtVerify(token, key, options);
      return { claims: payload };
    } catch (failure) {
      if (!(failure instanceof JOSEError)) throw failure;
      if (!(failure instanceof JWSSignatureVerificationFailed)) return explain(failure);
    }
  }
  return refuse(candidates.length === 0 ? "key" : "signature");
}

/** The fault of a claim that is present and of the right type, but has a wrong value. */
const faultsByClaim: Readonly<Record<string, TokenFault>> = {
  iss: "issuer",
  aud: "audience",
  nbf: "not_yet_valid",
  iat: "not_yet_valid",
};

function optionsFor(rules: TokenRules, nowMs: number): JWTVerifyOptions {
  const { issuer, audience, algorithms, clockToleranceMs } = rules;
  return {
    issuer,
    audience,
    algorithms: [...algorithms],
    currentDate: new Date(nowMs),
    clockTolerance: clockToleranceMs / 1_000,
  };
}

function explain(failure: JOSEError): Refused {
  if (failure instanceof JWTExpired) return refuse("expired");
  if (!(failure instanceof JWTClaimValidationFailed)) return refuse("form");
  if (failure.reason !== "check_failed") return refuse("claims");
  return refuse(faultsByClaim[failure.claim] ?? "claims");
}

type JudgedHeader = { readonly kind: "header"; readonly header: JWTHeaderParameters };

/** Members that contain a key, point to one, or change which bytes are signed. */
const membersRefused = ["jku", "x5u", "jwk", "x5c", "crit", "b64", "zip"];

const types = /^(application\/)?(at\+)?jwt$/i;

const keyIdLengthMax = 255;

/** Checks the header before any computation or request for the token. */
function checkHeader(token: string, algorithms: readonly Algorithm[]): JudgedHeader | Refused {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    return refuse("form");
  }
  const { alg, typ, kid } = header;
  if (membersRefused.some((name) => Object.hasOwn(header, name))) return refuse("header");
  if (typeof alg !== "string" || !algorithms.some((algorithm) => algorithm === alg)) {
    return refuse("algorithm");
  }
  if (typ !== undefined && (typeof typ !== "string" || !types.test(typ))) return refuse("header");
  if (kid !== undefined && (typeof kid !== "string" || kid.length > keyIdLengthMax)) {
    return refuse("header");
  }
  return { kind: "header", header: { ...header, alg } };
}

const timeSecondsMax = 8_640_000_000_000;

/**
 * Checks what jose does not, after signature, issuer and audience: the token names a user, was not issued in the future,
 * and has not expired. The clock tolerance applies to `iat` but not to `exp`. A role claim of any form leaves the token valid.
 */
function checkClaims(
  claims: JWTPayload,
  nowMs: number,
  { roleClaim, clockToleranceMs }: Pick<TokenRules, "roleClaim" | "clockToleranceMs">,
): Verdict {
  const { sub, iat, exp } = claims;
  if (typeof sub !== "string" || checkUserId(sub) !== undefined) return refuse("claims");
  if (!isTime(iat) || !isTime(exp)) return refuse("claims");
  if (iat * 1_000 > nowMs + clockToleranceMs) return refuse("not_yet_valid");
  if (exp * 1_000 <= nowMs) return refuse("expired");
  const role = Object.hasOwn(claims, roleClaim) ? readRole(claims[roleClaim]) : undefined;
  return { kind: "user", userId: sub, role, expiresAtMs: exp * 1_000 };
}

function isTime(seconds: unknown): seconds is number {
  return typeof seconds === "number" && Math.abs(seconds) <= timeSecondsMax;
}
