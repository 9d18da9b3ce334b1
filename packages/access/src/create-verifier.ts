import { type Algorithm, defaultAlgorithms, isAlgorithm, listAlgorithms } from "./algorithms.ts";
import { checkToken, type Refused, refuse, type Verdict, type VerdictValidity } from "./check-token.ts";
import type { HeldKeys, KeySource } from "./key-source.ts";
import { checkRoleClaim, defaultRoleClaim } from "./roles.ts";

/** Which tokens are trusted, and for how long. */
export type VerifierSettings = {
  readonly source: KeySource;
  readonly issuer: string;
  readonly audience: string;
  /** ES256 and EdDSA by default. */
  readonly algorithms?: readonly Algorithm[];
  /** The claim that carries the role: `roles` by default. */
  readonly roleClaim?: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How far the issuer's clock may be ahead of ours: 5 s by default. It does not extend a token's lifetime. */
  readonly clockToleranceMs?: number;
  /** How many trusted tokens are cached, for up to a minute each: 10,000 by default, 0 for none. */
  readonly cacheCountMax?: number;
};

/** Identifies a caller by the token that it sends. */
export type Verifier = {
  /** Verifies the value of an Authorization header; synchronously if the verdict is cached. */
  readonly verify: (authorization: string | null | undefined) => Verdict | Promise<Verdict>;
  /** Whether there are keys to verify with. */
  readonly isReady: () => boolean;
  /** Loads keys before the first token and returns whether there are any. Cheap to call often: it keeps the pauses after failures. */
  readonly warm: () => Promise<boolean>;
};

/**
 * Creates a verifier.
 *
 * @throws RangeError if an algorithm is unknown, algorithms, issuer or audience are empty, or the role claim is unfit
 */
export function createVerifier(settings: VerifierSettings): Verifier {
  const { source, issuer, audience, algorithms = defaultAlgorithms, now } = settings;
  const { roleClaim = defaultRoleClaim, clockToleranceMs = 5_000, cacheCountMax = 10_000 } = settings;
  const unknown = algorithms.find((algorithm) => !isAlgorithm(algorithm));
  if (unknown !== undefined)
    throw new RangeError(`${unknown} is no algorithm for tokens: use some of ${listAlgorithms()}.`);
  if (algorithms.length === 0) throw new RangeError(`algorithms is empty: name some of ${listAlgorithms()}.`);
  if (issuer === "" || audience === "")
    throw new RangeError("The issuer or the audience of tokens is empty: name both.");
  const wrong = checkRoleClaim(roleClaim);
  if (wrong !== undefined) throw new RangeError(`The role claim ${wrong}`);
  const rules = { source, issuer, audience, algorithms, roleClaim, now, clockToleranceMs };
  const cache = createVerdictCache(cacheCountMax);
  const checkAfresh = async (authorization: string | null | undefined) => {
    const bearer = readBearer(authorization);
    if (bearer.kind === "refused") return bearer;
    const { verdict, validity } = await checkToken(bearer.token, rules);
    if (validity !== undefined) cache.set(authorization ?? "", verdict, validity);
    return verdict;
  };
  return {
    verify: (authorization) => {
      const keys = authorization ? source.held() : undefined;
      return (keys && cache.get(authorization ?? "", keys, now())) ?? checkAfresh(authorization);
    },
    isReady: source.isHeld,
    warm: async () => (await source.obtain()) !== undefined,
  };
}

type VerdictCache = {
  readonly get: (authorization: string, keys: HeldKeys, nowMs: number) => Verdict | undefined;
  readonly set: (authorization: string, verdict: Verdict, validity: VerdictValidity) => void;
};

const ageMsMax = 60_000;

/**
 * Caches the verdicts of the most recently used trusted tokens, which saves verifying the signature again. Refusals are not
 * cached: they may change, and a flood of bad tokens would evict the good ones. A change of keys clears the cache.
 *
 * The key of the Map is the whole header. A Map hashes with a seed of the process and compares only entries of equal hash,
 * so the time of a lookup does not reveal how much of a guessed token is right.
 */
function createVerdictCache(countMax: number): VerdictCache {
  type Entry = { readonly verdict: Verdict; readonly sinceMs: number; readonly untilMs: number };
  const entries = new Map<string, Entry>();
  let keysNow: HeldKeys | undefined;
  const useKeys = (keys: HeldKeys) => {
    if (keys === keysNow) return;
    entries.clear();
    keysNow = keys;
  };
  return {
    get: (authorization, keys, nowMs) => {
      useKeys(keys);
      const entry = entries.get(authorization);
      if (entry === undefined) return undefined;
      entries.delete(authorization);
      // If the clock was set back, the token may not be valid yet.
      if (nowMs >= entry.untilMs || nowMs < entry.sinceMs) return undefined;
      entries.set(authorization, entry);
      return entry.verdict;
    },
    set: (authorization, verdict, { keys, sinceMs, untilMs }) => {
      if (verdict.kind !== "user") return;
      useKeys(keys);
      entries.set(authorization, { verdict, sinceMs, untilMs: Math.min(untilMs, sinceMs + ageMsMax) });
      for (const oldest of entries.keys()) {
        if (entries.size <= countMax) break;
        entries.delete(oldest);
      }
    },
  };
}

/** A token whose form was checked, and nothing else. */
type Bearer = { readonly kind: "token"; readonly token: string };

const tokenLengthMax = 8_192;

/** Extracts the single token from the value of an Authorization header. */
function readBearer(authorization: string | null | undefined): Bearer | Refused {
  if (!authorization) return refuse("missing");
  if (authorization.length > tokenLengthMax + "Bearer ".length) return refuse("form");
  const [, token] = /^bearer(?: +(.*))?$/is.exec(authorization) ?? [undefined, undefined];
  if (token === undefined) return refuse(/^(bearer)? *$/i.test(authorization) ? "missing" : "form");
  if (token === "") return refuse("missing");
  return isCompact(token) ? { kind: "token", token } : refuse("form");
}

/**
 * Whether a text is three parts of canonical Base64url: no padding, and zeros in the unused bits of the last character.
 * Other spellings of the same token would be separate cache entries.
 */
function isCompact(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => part !== "" && base64Url.test(part));
}

const base64Url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;
