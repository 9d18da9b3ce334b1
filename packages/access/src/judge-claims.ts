import type { JWTPayload } from "jose";
import { judgeUserId } from "./judge-user-id.ts";
import { refuse, type Verdict } from "./verdict.ts";

const timeSecondsMax = 8_640_000_000_000;

/**
 * Judges what only we ask of a token whose signature, issuer and audience hold: that it names a user, that it was not
 * issued in the future, and that it ends when it says. A clock that goes wrong is forgiven at the beginning alone.
 */
export function judgeClaims({ sub, iat, exp }: JWTPayload, nowMs: number, clockToleranceMs: number): Verdict {
  if (typeof sub !== "string" || judgeUserId(sub) !== undefined) return refuse("claims");
  if (!isTime(iat) || !isTime(exp)) return refuse("claims");
  if (iat * 1_000 > nowMs + clockToleranceMs) return refuse("not-yet-valid");
  if (exp * 1_000 <= nowMs) return refuse("expired");
  return { kind: "user", userId: sub, expiresAtMs: exp * 1_000 };
}

function isTime(seconds: unknown): seconds is number {
  return typeof seconds === "number" && Math.abs(seconds) <= timeSecondsMax;
}
