import { type Algorithm, defaultAlgorithms, isAlgorithm } from "./algorithms.ts";
import { judgeToken, type Refused, refuse, type Verdict, type VerdictHeld } from "./judge-token.ts";
import type { HeldKeys, KeySource } from "./key-source.ts";

/** Whose tokens are trusted, and how long. */
export type VerifierSettings = {
  readonly source: KeySource;
  readonly issuer: string;
  readonly audience: string;
  /** ES256 and EdDSA by default. */
  readonly algorithms?: readonly Algorithm[];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How far the clock of whoever issues may be ahead of ours: 5 s by default. No token lasts longer by it. */
  readonly clockToleranceMs?: number;
  /** How many trusted tokens are remembered for up to a minute: 10,000 by default, 0 for none. */
  readonly cacheCountMax?: number;
};

/** Tells who somebody is by the token that he sends. */
export type Verifier = {
  /** Judges the value of an Authorization header; at once where the verdict is remembered. */
  readonly verify: (authorization: string | null | undefined) => Verdict | Promise<Verdict>;
  /** Whether there are keys to check with. */
  readonly isReady: () => boolean;
  /** Tries to have keys before anybody asks, and says whether there are some; as often as one likes, for it keeps to the pauses. */
  readonly warm: () => Promise<boolean>;
};

/**
 * Creates a verifier.
 *
 * @throws RangeError where a setting would trust what nobody signed
 */
export function createVerifier(settings: VerifierSettings): Verifier {
  const { source, issuer, audience, algorithms = defaultAlgorithms, now } = settings;
  const { clockToleranceMs = 5_000, cacheCountMax = 10_000 } = settings;
  const stranger = algorithms.find((algorithm) => !isAlgorithm(algorithm));
  if (stranger !== undefined)
    throw new RangeError(`${stranger} is no algorithm that tokens may be signed with.`);
  if (algorithms.length === 0) throw new RangeError("No algorithm is named that tokens may be signed with.");
  if (issuer === "" || audience === "")
    throw new RangeError("The issuer or the audience of tokens is empty.");
  const rules = { source, issuer, audience, algorithms, now, clockToleranceMs };
  const remembered = rememberVerdicts(cacheCountMax);
  const judgeAnew = async (authorization: string | null | undefined) => {
    const bearer = readBearer(authorization);
    if (bearer.kind === "refused") return bearer;
    const { verdict, held } = await judgeToken(bearer.token, rules);
    if (held !== undefined) remembered.remember(authorization ?? "", verdict, held);
    return verdict;
  };
  return {
    verify: (authorization) => {
      const keys = authorization ? source.held() : undefined;
      return (keys && remembered.recall(authorization ?? "", keys, now())) ?? judgeAnew(authorization);
    },
    isReady: source.isHeld,
    warm: async () => (await source.obtain()) !== undefined,
  };
}

/** Verdicts that would be the same again. */
type RememberedVerdicts = {
  readonly recall: (authorization: string, keys: HeldKeys, nowMs: number) => Verdict | undefined;
  readonly remember: (authorization: string, verdict: Verdict, held: VerdictHeld) => void;
  readonly count: () => number;
};

const ageMsMax = 60_000;

/**
 * Remembers the latest tokens that were trusted, so that a user's next request does not pay for the signature again. A
 * refusal is not remembered: it may change, and whoever sends what is refused would fill the memory. All is forgotten
 * with the keys it rests on.
 *
 * The header is looked up as a whole in a Map, by a hash with the process's own seed, and compared only with one of the
 * same hash; so the time it takes tells nobody how much of a token he has guessed.
 */
function rememberVerdicts(countMax: number): RememberedVerdicts {
  type Entry = { readonly verdict: Verdict; readonly sinceMs: number; readonly untilMs: number };
  const entries = new Map<string, Entry>();
  let keysNow: HeldKeys | undefined;
  const turnTo = (keys: HeldKeys) => {
    if (keys === keysNow) return;
    entries.clear();
    keysNow = keys;
  };
  return {
    recall: (authorization, keys, nowMs) => {
      turnTo(keys);
      const entry = entries.get(authorization);
      if (entry === undefined) return undefined;
      entries.delete(authorization);
      // A token may have begun after what a clock says that was set back.
      if (nowMs >= entry.untilMs || nowMs < entry.sinceMs) return undefined;
      entries.set(authorization, entry);
      return entry.verdict;
    },
    remember: (authorization, verdict, { keys, sinceMs, untilMs }) => {
      if (verdict.kind !== "user") return;
      turnTo(keys);
      const entry = {
        verdict,
        sinceMs,
        untilMs: Math.min(untilMs, sinceMs + ageMsMax),
      };
      entries.set(authorization, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= countMax) break;
        entries.delete(oldest);
      }
    },
    count: () => entries.size,
  };
}

/** A token as it was sent, of which nothing is known but its form. */
type Bearer = { readonly kind: "token"; readonly token: string };

const tokenLengthMax = 8_192;

/** Takes the one token out of the value of an Authorization header. */
function readBearer(authorization: string | null | undefined): Bearer | Refused {
  if (!authorization) return refuse("missing");
  if (authorization.length > tokenLengthMax + "Bearer ".length) return refuse("form");
  const [, token] = /^bearer(?: +(.*))?$/is.exec(authorization) ?? [undefined, undefined];
  if (token === undefined) return refuse(/^(bearer)? *$/i.test(authorization) ? "missing" : "form");
  if (token === "") return refuse("missing");
  return isCompact(token) ? { kind: "token", token } : refuse("form");
}

/**
 * Whether a text is three parts of Base64url, each in its only spelling: without padding, and with nothing in the bits
 * that its last character does not need. A token that could be spelled in another way would be another one to a cache.
 */
function isCompact(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => part !== "" && base64Url.test(part));
}

const base64Url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;
