import type { Algorithm } from "./algorithm.ts";
import type { SigningKey } from "./jwk.ts";
import { makeKey } from "./make-key.ts";
import type { KeyFile } from "./open-key-file.ts";

/** A key that was added, or why none was. */
export type AddedKey =
  | { readonly kind: "added"; readonly key: SigningKey }
  | { readonly kind: "refused"; readonly code: "keys-faulty" | "keys-moved"; readonly message: string };

/** Adds a key to a file, which signs from now on; tokens of the keys before it stay valid. */
export async function addKey({
  file,
  algorithm,
  now,
}: {
  readonly file: KeyFile;
  readonly algorithm: Algorithm;
  readonly now: () => number;
}): Promise<AddedKey> {
  const found = await file.read();
  if (found.kind === "faulty") {
    const message = `${file.path} can't be used: ${found.issues.join(" ")}`;
    return { kind: "refused", code: "keys-faulty", message };
  }
  const key = await makeKey({ algorithm, now });
  const isWritten =
    found.kind === "absent"
      ? await file.create({ keys: [key] })
      : await file.replace({ keys: [...found.jwks.keys, key] }, found.jwks);
  if (isWritten) return { kind: "added", key };
  const message = `${file.path} was changed by somebody else meanwhile: try again.`;
  return { kind: "refused", code: "keys-moved", message };
}
