import { fetchKeys, type KeysRequest } from "./fetch-keys.ts";
import { judgeKeysUrl } from "./judge-keys-url.ts";
import type { KeySource } from "./key-source.ts";
import { type Flight, renewedKeys } from "./renewed-keys.ts";

/** A host that publishes its keys, and how it is asked. */
export type RemoteKeysSettings = Omit<KeysRequest, "timeoutMs"> & {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long one asking may take, its body included: 5 s by default. */
  readonly timeoutMs?: number;
  /** How long nobody asks again for keys that are known: 10 min by default. */
  readonly cacheMs?: number;
  /** The shortest time between two askings for a key that is not known, and the longest pause after failures: 30 s. */
  readonly cooldownMs?: number;
  /** How long keys go on serving while the host is away: 24 h by default. */
  readonly staleMsMax?: number;
  /** Off on Workers, where a request can't wait for what another has asked for. */
  readonly isFlightShared?: boolean;
  /** Keeps the runtime awake for work that no request waits for, as `waitUntil` does on Workers. */
  readonly inBackground?: (work: Promise<void>) => void;
  /** Is told of each asking that brought no keys, in a sentence for the log. */
  readonly onFailure?: (failure: unknown) => void;
};

const lookMs = 50;

/**
 * Keys that a host publishes. Nobody is asked before the first token comes, or `warm` is called.
 *
 * @throws RangeError where keys must not be fetched from the address
 */
export function remoteKeys(settings: RemoteKeysSettings): KeySource {
  const { url, fetch, now, wait, timeoutMs = 5_000, isFlightShared = true } = settings;
  const fault = judgeKeysUrl(url);
  if (fault !== undefined) throw new RangeError(fault);
  const never = new AbortController().signal;
  const look = async ({ startedAtMs, landed }: Flight) => {
    let isLanded = false;
    void landed.then(() => {
      isLanded = true;
    });
    while (!isLanded && now() - startedAtMs < timeoutMs + lookMs) await wait(lookMs, never);
  };
  return renewedKeys({
    load: () => fetchKeys({ url, fetch, wait, timeoutMs }),
    now,
    cacheMs: settings.cacheMs ?? 600_000,
    cooldownMs: settings.cooldownMs ?? 30_000,
    staleMsMax: settings.staleMsMax,
    isHeldWhileStale: true,
    join: isFlightShared ? ({ landed }) => landed : look,
    inBackground: settings.inBackground ?? (() => {}),
    onFailure: settings.onFailure ?? (() => {}),
  });
}
