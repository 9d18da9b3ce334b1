/** What every pair starts from, so that whatever differs is the pair's own. */
export type Seed = {
  /** A folder with an `oms.sqlite` and the demonstration's keys. It is copied and never written. */
  readonly dataFolder: string;
  /** The same, as `oms db backup` writes it. */
  readonly backupFile: string;
  /** The public halves of the keys that tokens are trusted by, as `AUTH_JWKS_FILE` takes them. */
  readonly jwks: string;
};

/** A deployment that answers until it is stopped. */
export type StartedPair = { readonly url: string; readonly stop: () => Promise<void> };

/** A runtime and a store that serve the interface together. */
export type Pair = { readonly name: string; readonly start: (seed: Seed) => Promise<StartedPair> };
