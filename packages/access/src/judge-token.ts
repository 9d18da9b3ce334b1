import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import type { Algorithm } from "./algorithm.ts";
import { judgeClaims } from "./judge-claims.ts";
import { judgeHeader } from "./judge-header.ts";
import type { KeySource } from "./key-source.ts";
import type { VerdictHeld } from "./remember-verdicts.ts";
import { type Refused, refuse, type Verdict } from "./verdict.ts";

/** What a token has to keep to. */
export type TokenRules = {
  readonly source: KeySource;
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly Algorithm[];
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly clockToleranceMs: number;
  readonly maxTokenAgeMs: number | undefined;
};

/** A verdict, with what it rests on where a signature was looked at. */
export type JudgedToken = { readonly verdict: Verdict; readonly held?: VerdictHeld };

/** Judges a token: its header, then its signature, then what it says. */
export async function judgeToken(token: string, rules: TokenRules): Promise<JudgedToken> {
  const { source, algorithms, now, clockToleranceMs, maxTokenAgeMs } = rules;
  const judged = judgeHeader(token, algorithms);
  if (judged.kind === "refused") return { verdict: judged };
  const { header } = judged;
  let keys = source.held() ?? (await source.obtain());
  if (keys === undefined) return { verdict: refuse("keys-not-to-be-had") };
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
  const untilMs = Math.min(toMs(claims.exp), toMs(claims.iat) + (maxTokenAgeMs ?? Number.POSITIVE_INFINITY));
  return { verdict, held: { keys, sinceMs: nowMs, untilMs } };
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
      if (!(failure instanceof errors.JOSEError)) throw failure;
      if (!(failure instanceof errors.JWSSignatureVerificationFailed)) return explain(failure);
    }
  }
  return refuse("token-not-trusted");
}

function optionsFor(rules: TokenRules, nowMs: number): JWTVerifyOptions {
  const { issuer, audience, algorithms, clockToleranceMs, maxTokenAgeMs } = rules;
  return {
    issuer,
    audience,
    algorithms: [...algorithms],
    currentDate: new Date(nowMs),
    clockTolerance: clockToleranceMs / 1_000,
    ...(maxTokenAgeMs === undefined ? {} : { maxTokenAge: maxTokenAgeMs / 1_000 }),
  };
}

function explain(failure: errors.JOSEError): Refused {
  if (failure instanceof errors.JWTExpired) return refuse("token-expired");
  if (!(failure instanceof errors.JWTClaimValidationFailed)) return refuse("token-malformed");
  if (failure.reason !== "check_failed") return refuse("token-malformed");
  const isEarly = failure.claim === "nbf" || failure.claim === "iat";
  return refuse(isEarly ? "token-not-yet-valid" : "token-not-trusted");
}
