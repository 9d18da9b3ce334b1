import type { Algorithm } from "./algorithm.ts";
import { explainLock } from "./hold-lock.ts";
import type { Jwks } from "./jwk.ts";
import { makeKey } from "./make-key.ts";
import type { KeyFile } from "./open-key-file.ts";

/** The keys of a file, and whether they were made just now; or what is wrong with it. */
export type EnsuredKeys =
  | { readonly kind: "keys"; readonly jwks: Jwks; readonly isNew: boolean }
  | { readonly kind: "faulty"; readonly issues: readonly string[] };

/** Reads the keys of a file, and makes the first where there is none; many may do so at once, and all get the same. */
export async function ensureKeys({
  file,
  algorithm = "ES256",
  now,
}: {
  readonly file: KeyFile;
  readonly algorithm?: Algorithm;
  readonly now: () => number;
}): Promise<EnsuredKeys> {
  const found = await file.read();
  if (found.kind === "faulty") return found;
  if (found.kind === "keys") return { ...found, isNew: false };
  const jwks = { keys: [await makeKey({ algorithm, now })] };
  const written = await file.create(jwks);
  if (written === "written") return { kind: "keys", jwks, isNew: true };
  if (written === "locked") return { kind: "faulty", issues: [explainLock(file.path)] };
  const made = await file.read();
  if (made.kind === "keys") return { ...made, isNew: false };
  return made.kind === "faulty" ? made : { kind: "faulty", issues: ["It was taken away meanwhile."] };
}
