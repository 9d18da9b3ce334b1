import type { Algorithm } from "./algorithm.ts";
import { changeKeys, type KeysUnchanged } from "./change-keys.ts";
import type { SigningKey } from "./jwk.ts";
import { makeKey } from "./make-key.ts";
import type { KeyFile } from "./open-key-file.ts";

/** A key that was added, or why none was. */
export type AddedKey = { readonly kind: "added"; readonly key: SigningKey } | KeysUnchanged;

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
  const key = await makeKey({ algorithm, now });
  return changeKeys<AddedKey>(file, (jwks) => ({
    left: { keys: [...(jwks?.keys ?? []), key] },
    result: { kind: "added", key },
  }));
}
