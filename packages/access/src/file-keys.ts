import type { Jwks } from "./jwk.ts";
import type { KeySource } from "./key-source.ts";
import { KeysFault } from "./keys-fault.ts";
import type { KeyFile } from "./open-key-file.ts";
import { renewedKeys } from "./renewed-keys.ts";

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
