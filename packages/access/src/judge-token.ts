import type { JWTPayload, JWTVerifyOptions } from "jose";
import { JOSEError, JWSSignatureVerificationFailed, JWTClaimValidationFailed, JWTExpired } from "jose/errors";
import { jwtVerify } from "jose/jwt/verify";
import type { Algorithm } from "./algorithm.ts";
import { judgeClaims } from "./judge-claims.ts";
import { judgeHeader } from "./judge-header.ts";
import type { KeySource } from "./key-source.ts";
import type { VerdictHeld } from "./remember-verdicts.ts";
import { type Refused, refuse, type TokenFault, type Verdict } from "./verdict.ts";

/** What a token has to keep to. */
export type TokenRules = {
  readonly source: KeySource;
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly Algorithm[];
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly clockToleranceMs: number;
};

/** A verdict, with what it rests on where a signature was looked at. */
export type JudgedToken = { readonly verdict: Verdict; readonly held?: VerdictHeld };

/** Judges a token: its header, then its signature, then what it says. */
export async function judgeToken(token: string, rules: TokenRules): Promise<JudgedToken> {
  const { source, algorithms, now, clockToleranceMs } = rules;
  const judged = judgeHeader(token, algorithms);
  if (judged.kind === "refused") return { verdict: judged };
  const { header } = judged;
  let keys = source.held() ?? (await source.obtain());
  if (keys === undefined) return { verdict: refuse("no-keys") };
  let candidates = await keys.find(header);
  if (candidates.length === 0 && header.kid !== undefined) {
    keys = (await source.renew(keys)) ?? keys;
    candidates = await keys.find(header);
  }
  const nowMs = now();
  const checked = await checkSignature(token, candidates, optionsFor(rules, nowMs));
  if ("kind" in checked) return { verdict: checked };
  const { claims } = checked;
  const verdict = judgeClaims(claims, nowMs, clockToleranceMs);
  return { verdict, held: { keys, sinceMs: nowMs, untilMs: toMs(claims.exp) } };
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

/** What a claim is at fault for that is there and of the right kind, and does not hold. */
const faultsByClaim: Readonly<Record<string, TokenFault>> = {
  iss: "issuer",
  aud: "audience",
  nbf: "not-yet-valid",
  iat: "not-yet-valid",
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
