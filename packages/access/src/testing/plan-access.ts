import { createVerifier, type Verifier, type VerifierSettings } from "../create-verifier.ts";
import { type KeySource, KeysFault } from "../key-source.ts";
import { makeKey, publicKeysOf, type SigningKey } from "../keys.ts";
import { type RemoteKeysSettings, remoteKeys } from "../remote-keys.ts";
import { type SignTokenOptions, signToken } from "../sign-token.ts";

/** 10:00 on 2 June 2025 in Vietnam. */
export const plannedAtMs: number = Date.UTC(2025, 5, 2, 3);

/** A clock that a test sets by `nowMs`. */
export type PlannedClock = { nowMs: number; readonly now: () => number };

export function planClock(): PlannedClock {
  const clock: PlannedClock = { nowMs: plannedAtMs, now: () => clock.nowMs };
  return clock;
}

/** A fake key host that counts its requests. */
export type PlannedHost = {
  keys: readonly SigningKey[];
  /** Replaces the normal answer, which is the public halves of `keys`. */
  answer: ((url: string, init: RequestInit) => Response | Promise<Response>) | undefined;
  count: number;
  readonly failures: unknown[];
  readonly faultCodes: unknown[];
  /** Ends every pending wait, as if its time had passed. */
  readonly passTime: () => void;
  readonly source: (changes?: Partial<RemoteKeysSettings>) => KeySource;
};

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

export function planKey(algorithm: SigningKey["alg"] = "ES256"): Promise<SigningKey> {
  return makeKey({ algorithm, now: () => plannedAtMs });
}

export const parties = { issuer: "https://login.example", audience: "oms" };

export function planVerifier(
  source: KeySource,
  clock: PlannedClock,
  changes: Partial<VerifierSettings> = {},
): Verifier {
  return createVerifier({ source, ...parties, now: clock.now, ...changes });
}

/** An Authorization header with a token of this key, valid for an hour. */
export async function bearerBy(key: SigningKey, changes: Partial<SignTokenOptions> = {}): Promise<string> {
  const options = { key, userId: "u-1", ttlMs: 3_600_000, ...parties, now: () => plannedAtMs };
  return `Bearer ${await signToken({ ...options, ...changes })}`;
}
