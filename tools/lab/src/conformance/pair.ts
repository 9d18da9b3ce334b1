import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

/** The origin whose pages may call every pair. */
export const allowedOrigin = "https://app.example.com";

/** What every pair is told alike: no limit on requests, no prices but those of the seed, and one origin that may call. */
export const pairSettings: Readonly<Record<string, string>> = {
  RATE_LIMIT_USER: "0",
  RATE_LIMIT_ADDRESS: "0",
  RATE_LIMIT_CARDS: "0",
  LOG_LEVEL: "error",
  CORS_ORIGINS: allowedOrigin,
  FEED: "none",
  DRAIN_DELAY_MS: "0",
  WATCH: "off",
};

/** A folder that was made for a while. */
type MadeFolder = { readonly folder: string; readonly remove: () => void };

/** Makes a folder that is gone when it is removed, or at the latest when this process ends. */
export async function makeFolder(prefix: string): Promise<MadeFolder> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", removeNow);
  const remove = (): void => {
    process.off("exit", removeNow);
    removeNow();
  };
  return { folder, remove };
}
