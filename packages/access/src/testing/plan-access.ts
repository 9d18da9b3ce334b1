import { createVerifier, type Verifier, type VerifierSettings } from "../create-verifier.ts";
import { type KeySource, KeysFault } from "../key-source.ts";
import { makeKey, publicKeysOf, type SigningKey } from "../keys.ts";
import { type RemoteKeysSettings, remoteKeys } from "../remote-keys.ts";
import { signToken, type TokenOrder } from "../sign-token.ts";

/** 10:00 of 2 June 2025 on the exchanges. */
export const plannedAtMs: number = Date.UTC(2025, 5, 2, 3);

/** A clock that goes when it is told to. */
export type PlannedClock = { nowMs: number; readonly now: () => number };

/** A clock that stands at the planned time. */
export function planClock(): PlannedClock {
  const clock: PlannedClock = { nowMs: plannedAtMs, now: () => clock.nowMs };
  return clock;
}

/** A host of keys that counts how often it is asked, and answers as it is told. */
export type PlannedHost = {
  keys: readonly SigningKey[];
  answer: ((url: string, init: RequestInit) => Response | Promise<Response>) | undefined;
  count: number;
  readonly failures: unknown[];
  /** The codes of the failures. */
  readonly faultCodes: unknown[];
  /** Lets every waiting end, as if its time had passed. */
  readonly passTime: () => void;
  readonly source: (changes?: Partial<RemoteKeysSettings>) => KeySource;
};

/** A host of keys at a planned time. */
export function planHost(clock: PlannedClock, keys: readonly SigningKey[]): PlannedHost {
  const waiting = new Set<() => void>();
  const host: PlannedHost = {
    keys,
    answer: undefined,
    count: 0,
    failures: [],
    faultCodes: [],
    passTime: () => {
      for (const end of waiting) end();
    },
    source: (changes = {}) =>
      remoteKeys({
        url: "https://login.example/keys",
        fetch: async (url, init) => {
          host.count += 1;
          return host.answer ? host.answer(url, init) : Response.json(publicKeysOf({ keys: host.keys }));
        },
        now: clock.now,
        wait: (_milliseconds, signal) =>
          new Promise((settle, reject) => {
            waiting.add(settle);
            signal.addEventListener("abort", () => {
              waiting.delete(settle);
              reject(signal.reason);
            });
          }),
        onFailure: (failure) => {
          host.failures.push(failure instanceof Error ? failure.message : failure);
          host.faultCodes.push(failure instanceof KeysFault ? failure.code : failure);
        },
        ...changes,
      }),
  };
  return host;
}

/** A key, made at the planned time. */
export function planKey(algorithm: SigningKey["alg"] = "ES256"): Promise<SigningKey> {
  return makeKey({ algorithm, now: () => plannedAtMs });
}

/** Who issues, and for whom. */
export const parties = { issuer: "https://login.example", audience: "oms" };

/** A verifier for the planned parties. */
export function planVerifier(
  source: KeySource,
  clock: PlannedClock,
  changes: Partial<VerifierSettings> = {},
): Verifier {
  return createVerifier({ source, ...parties, now: clock.now, ...changes });
}

/** A header with a token for an hour, signed by this key. */
export async function bearerBy(key: SigningKey, changes: Partial<TokenOrder> = {}): Promise<string> {
  const order = { key, userId: "u-1", ttlMs: 3_600_000, ...parties, now: () => plannedAtMs };
  return `Bearer ${await signToken({ ...order, ...changes })}`;
}
