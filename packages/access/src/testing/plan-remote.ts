import type { Verifier } from "../create-verifier.ts";
import type { KeySource } from "../key-source.ts";
import type { SigningKey } from "../keys.ts";
import type { RemoteKeysSettings } from "../remote-keys.ts";
import {
  bearerBy,
  type PlannedClock,
  type PlannedHost,
  planClock,
  planHost,
  planKey,
  planVerifier,
} from "./plan-access.ts";

/** A verifier with keys from a fake host, and a token signed by the host's first key. */
export type PlannedRemote = {
  readonly clock: PlannedClock;
  readonly key: SigningKey;
  readonly host: PlannedHost;
  readonly source: KeySource;
  readonly verifier: Verifier;
  /** The user of a token, or the code of its refusal. */
  readonly outcomeOf: (authorization: string) => Promise<string>;
  readonly later: (durationMs: number) => void;
  readonly token: string;
};

export const minuteMs = 60_000;
export const hourMs: number = 60 * minuteMs;

/** The verifier caches keys but no verdicts. */
export async function planRemote(changes: Partial<RemoteKeysSettings> = {}): Promise<PlannedRemote> {
  const clock = planClock();
  const key = await planKey();
  const host = planHost(clock, [key]);
  const source = host.source(changes);
  const verifier = planVerifier(source, clock, { cacheCountMax: 0 });
  const outcomeOf = async (authorization: string) => {
    const verdict = await verifier.verify(authorization);
    return verdict.kind === "user" ? verdict.userId : verdict.code;
  };
  const later = (durationMs: number) => {
    clock.nowMs += durationMs;
  };
  const token = await bearerBy(key, { ttlMs: 1_000 * hourMs });
  return { clock, key, host, source, verifier, outcomeOf, later, token };
}

/** Waits until background work has ended. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
