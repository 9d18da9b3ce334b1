import type { KeyFile } from "./key-file.ts";
import { type HeldKeys, holdKeys, type KeySource, KeysFault } from "./key-source.ts";
import { type Jwks, publicKeysOf } from "./keys.ts";

/** Keys that are asked for again from time to time. */
type Renewal = {
  /** Asks once; rejects, in its own time, where keys can't be had. */
  readonly load: () => Promise<Jwks>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long nobody asks again for keys that are known. */
  readonly cacheMs: number;
  /** The shortest time between two askings for a key that is not known. */
  readonly cooldownMs: number;
  /** How long keys go on serving that can't be had again: a day by default. */
  readonly staleMsMax?: number | undefined;
  /** Whether keys count as held while they go on serving. */
  readonly isHeldWhileStale: boolean;
  /** Waits for the asking of somebody else, or gives it up. */
  readonly join: (flight: Flight) => Promise<void>;
  readonly inBackground: (work: Promise<void>) => void;
  readonly onFailure: (failure: unknown) => void;
};

/** An asking that is under way; `landed` never rejects. */
export type Flight = { readonly startedAtMs: number; readonly landed: Promise<void> };

const pauseMsMin = 1_000;
const dayMs = 86_400_000;

/**
 * Keeps keys fresh and asks once at a time, however many want them. Keys that are past their time are renewed beside the
 * requests that use them; who finds them twice past it waits, so that a key that was withdrawn is not trusted for as long
 * as nobody came. While an asking fails, nobody waits for the next.
 */
export function renewedKeys(renewal: Renewal): KeySource {
  const { now, cacheMs, cooldownMs, staleMsMax = dayMs, isHeldWhileStale } = renewal;
  const flights = new Flights(renewal);
  const ageMs = () => {
    const loadedAtMs = flights.held?.loadedAtMs ?? Number.NEGATIVE_INFINITY;
    // A clock that was set back makes no key young.
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
      const isNews = () => flights.held?.keys !== keys;
      if (!isNews() && (flights.isUnderWay() || !flights.isSince(cooldownMs))) await flights.run();
      return isNews() ? keysYoungerThan(staleMsMax) : undefined;
    },
  };
}

/** The askings for keys, one at a time, and what the last of them brought. */
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

  /** Whether the last asking began less than this long ago. */
  isSince(durationMs: number): boolean {
    return this.#isWithin(this.#startedAtMs, durationMs);
  }

  /** Each failure in a row doubles the pause, up to that after an unknown key. */
  mayStart(): boolean {
    const pauseMs = Math.min(pauseMsMin * 2 ** (this.failureCount - 1), this.#renewal.cooldownMs);
    const isPausing = this.failureCount > 0 && this.#isWithin(this.#failedAtMs, pauseMs);
    return this.#current === undefined && !isPausing;
  }

  /** Asks, or waits for whoever is asking; does nothing in a pause. */
  async run(): Promise<void> {
    const joined = this.#current;
    if (joined !== undefined) {
      await this.#renewal.join(joined);
      // Whoever asked has gone away without an answer.
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
      // The first step is taken when the flight is known to be the current one.
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
    const isNews = this.held?.text !== text;
    const keys = this.held === undefined || isNews ? holdKeys(jwks) : this.held.keys;
    this.held = { keys, text, loadedAtMs: this.#renewal.now() };
    this.failureCount = 0;
    if (isNews && jwks.keys.length === 0) {
      this.#renewal.onFailure(
        new KeysFault("keys-empty", "There is no key in the key set: every token is refused."),
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

/** A file of keys that may be changed meanwhile. */
export type FileKeysSettings = {
  readonly file: Pick<KeyFile, "path" | "read">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long keys are used before the file is looked at again: 5 s by default. */
  readonly cacheMs?: number;
  /** The shortest time between two looks for a key that is not known: 1 s by default. */
  readonly cooldownMs?: number;
  /** How long keys go on serving while the file is gone or faulty: 24 h by default. */
  readonly staleMsMax?: number;
  /** Is told of each reading that brought no keys. */
  readonly onFailure?: (failure: unknown) => void;
};

/**
 * The keys of a file, read again as it changes, so that a key can be made or retired while servers run. While the file is
 * gone or faulty the keys from before serve on, but do not count as held: it is for the operator to mend, unlike a host.
 */
export function fileKeys(settings: FileKeysSettings): KeySource {
  const { file, now } = settings;
  return renewedKeys({
    load: () => load(file),
    now,
    cacheMs: settings.cacheMs ?? 5_000,
    cooldownMs: settings.cooldownMs ?? 1_000,
    staleMsMax: settings.staleMsMax,
    isHeldWhileStale: false,
    join: ({ landed }) => landed,
    inBackground: () => {},
    onFailure: settings.onFailure ?? (() => {}),
  });
}

async function load(file: FileKeysSettings["file"]): Promise<Jwks> {
  const found = await file.read();
  if (found.kind === "keys") return found.jwks;
  const issues = found.kind === "absent" ? ["It is not there."] : found.issues;
  throw new KeysFault(
    found.kind === "absent" ? "file-absent" : "file-faulty",
    `${file.path} can't be used: ${issues.join(" ")}`,
  );
}
