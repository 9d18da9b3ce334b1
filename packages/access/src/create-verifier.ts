import { type Algorithm, defaultAlgorithms, isAlgorithm } from "./algorithm.ts";
import { judgeToken } from "./judge-token.ts";
import type { KeySource } from "./key-source.ts";
import { readBearer } from "./read-bearer.ts";
import { rememberVerdicts } from "./remember-verdicts.ts";
import type { Verdict } from "./verdict.ts";

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
