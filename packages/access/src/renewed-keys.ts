import type { KeyFile } from "./key-file.ts";
import { type HeldKeys, holdKeys, type KeySource, KeysFault } from "./key-source.ts";
import { type Jwks, publicKeysOf } from "./keys.ts";

/** How keys are loaded and cached. */
type Renewal = {
  /** Loads the keys once. It rejects on failure and has its own timeout. */
  readonly load: () => Promise<Jwks>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long loaded keys are used before they are renewed. */
  readonly cacheMs: number;
  /** The minimum time between two loads for unknown key ids, and the longest pause after failures. */
  readonly cooldownMs: number;
  /** The result of `isHeld` while the keys in use cannot be renewed. */
  readonly isHeldWhileStale: boolean;
  /** Waits for a load that another caller started, possibly with a time limit. */
  readonly join: (flight: Flight) => Promise<void>;
  readonly inBackground: (work: Promise<void>) => void;
  readonly onFailure: (failure: unknown) => void;
};

/** A load in progress. `landed` resolves when it succeeds or fails, and never rejects. */
export type Flight = { readonly startedAtMs: number; readonly landed: Promise<void> };

const pauseMsMin = 1_000;
/** How long keys are used while loading fails: a day. */
const staleMsMax = 86_400_000;

/**
 * Caches keys and runs one load at a time. After `cacheMs` keys are renewed in the background while requests use the old ones.
 * At twice that age requests wait for the load, so that a withdrawn key is not trusted after an idle period. After a failed
 * load, requests use the old keys and do not wait.
 */
export function renewedKeys(renewal: Renewal): KeySource {
  const { now, cacheMs, cooldownMs, isHeldWhileStale } = renewal;
  const flights = new Flights(renewal);
  const ageMs = () => {
    const loadedAtMs = flights.held?.loadedAtMs ?? Number.NEGATIVE_INFINITY;
    // After the clock was set back the age is unknown, so the keys count as expired.
    return now() < loadedAtMs ? Number.POSITIVE_INFINITY : now() - loadedAtMs;
  };
  const keysYoungerThan = (limitMs: number) => (ageMs() < limitMs ? flights.held?.keys : undefined);
  return {
    isHeld: () =>
      keysYoungerThan(staleMsMax) !== undefined && (isHeldWhileStale || flights.failureCount === 0),
    held: () => {
      if (ageMs() < cacheMs) return flights.held?.keys;
      if (flights.failureCount === 0 && ageMs() >= 2 * cacheMs) return undefined;
      const keys = keysYoungerThan(staleMsMax);
      if (keys !== undefined && flights.mayStart()) renewal.inBackground(flights.start());
      return keys;
    },
    obtain: async () => {
      if (ageMs() >= cacheMs) await flights.run();
      return keysYoungerThan(staleMsMax);
    },
    renew: async (keys) => {
      const isChanged = () => flights.held?.keys !== keys;
      if (!isChanged() && (flights.isUnderWay() || !flights.isStartedWithin(cooldownMs))) await flights.run();
      return isChanged() ? keysYoungerThan(staleMsMax) : undefined;
    },
  };
}

/** Runs one load at a time and holds the keys of the last successful one. */
class Flights {
  held: { readonly keys: HeldKeys; readonly text: string; readonly loadedAtMs: number } | undefined;
  failureCount = 0;
  readonly #renewal: Renewal;
  #current: Flight | undefined;
  #startedAtMs = Number.NEGATIVE_INFINITY;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor(renewal: Renewal) {
    this.#renewal = renewal;
  }

  isUnderWay(): boolean {
    return this.#current !== undefined;
  }

  /** Whether the last load started less than this long ago. */
  isStartedWithin(durationMs: number): boolean {
    return this.#isWithin(this.#startedAtMs, durationMs);
  }

  /** False during a load and in the pause after a failure. Each failure in a row doubles the pause, up to `cooldownMs`. */
  mayStart(): boolean {
    const pauseMs = Math.min(pauseMsMin * 2 ** (this.failureCount - 1), this.#renewal.cooldownMs);
    const isPausing = this.failureCount > 0 && this.#isWithin(this.#failedAtMs, pauseMs);
    return this.#current === undefined && !isPausing;
  }

  /** Loads the keys, or waits for the load in progress. It does nothing in a pause after a failure. */
  async run(): Promise<void> {
    const joined = this.#current;
    if (joined !== undefined) {
      await this.#renewal.join(joined);
      // The waiting ended before the load: the request that started it is gone.
      if (this.#current === joined) this.#current = undefined;
      else return;
    }
    if (this.mayStart()) await this.start();
  }

  start(): Promise<void> {
    const startedAtMs = this.#renewal.now();
    this.#startedAtMs = startedAtMs;
    const flight: Flight = { startedAtMs, landed: this.#load(() => this.#current === flight) };
    this.#current = flight;
    return flight.landed;
  }

  async #load(isCurrent: () => boolean): Promise<void> {
    try {
      // Defers the load until `start` has set the current flight.
      await undefined;
      const jwks = publicKeysOf(await this.#renewal.load());
      if (isCurrent()) this.#hold(jwks);
    } catch (failure) {
      if (isCurrent()) this.#fail();
      this.#renewal.onFailure(failure);
    } finally {
      if (isCurrent()) this.#current = undefined;
    }
  }

  #hold(jwks: Jwks): void {
    const text = JSON.stringify(jwks);
    const isChanged = this.held?.text !== text;
    const keys = this.held === undefined || isChanged ? holdKeys(jwks) : this.held.keys;
    this.held = { keys, text, loadedAtMs: this.#renewal.now() };
    this.failureCount = 0;
    if (isChanged && jwks.keys.length === 0) {
      this.#renewal.onFailure(
        new KeysFault("keys_empty", "There is no key in the key set: every token is refused."),
      );
    }
  }

  #fail(): void {
    this.failureCount += 1;
    this.#failedAtMs = this.#renewal.now();
  }

  #isWithin(sinceMs: number, durationMs: number): boolean {
    const passedMs = this.#renewal.now() - sinceMs;
    return passedMs >= 0 && passedMs < durationMs;
  }
}

/** A key file that may change while it is in use. */
type FileKeysSettings = {
  readonly file: Pick<KeyFile, "path" | "read">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called after each failed read, and once when the key set becomes empty. */
  readonly onFailure?: (failure: unknown) => void;
};

/**
 * The keys of a file, which is read again regularly, so that keys can be made and retired while servers run. While the file is
 * missing or faulty the old keys are used, but `isHeld` is false: unlike a key host, the file is the operator's to repair.
 */
export function fileKeys({ file, now, onFailure = () => {} }: FileKeysSettings): KeySource {
  return renewedKeys({
    load: () => load(file),
    now,
    cacheMs: 5_000,
    cooldownMs: 1_000,
    isHeldWhileStale: false,
    join: ({ landed }) => landed,
    inBackground: () => {},
    onFailure,
  });
}

async function load(file: FileKeysSettings["file"]): Promise<Jwks> {
  const found = await file.read();
  if (found.kind === "keys") return found.jwks;
  const issues = found.kind === "absent" ? ["It does not exist."] : found.issues;
  throw new KeysFault(
    found.kind === "absent" ? "file_absent" : "file_faulty",
    `${file.path} can't be used: ${issues.join(" ")}`,
  );
}
