import type { JWTHeaderParameters } from "jose";

/** Public keys as they are at one time; other keys are another object. */
export type HeldKeys = {
  /** The keys that may have signed under this header; several only where it does not say which. */
  readonly find: (header: JWTHeaderParameters) => Promise<readonly CryptoKey[]>;
};

/** Where a verifier has its keys from. */
export type KeySource = {
  /** Whether there are keys to check with. */
  readonly isHeld: () => boolean;
  /** The keys, where they can be used without waiting. */
  readonly held: () => HeldKeys | undefined;
  /** The keys, after waiting for them where that may help. */
  readonly obtain: () => Promise<HeldKeys | undefined>;
  /** Looks whether there are other keys by now, because a token names one that is not among these. */
  readonly renew: (keys: HeldKeys) => Promise<HeldKeys | undefined>;
};
