import { changeKeys, type KeysUnchanged } from "./change-keys.ts";
import type { Jwk } from "./jwk.ts";
import type { KeyFile } from "./open-key-file.ts";
import { signingKeyOf } from "./signing-key-of.ts";

/** A key that was retired, with the one that signs from now on, or why none was. */
export type RetiredKey =
  | { readonly kind: "retired"; readonly key: Jwk; readonly signingKeyId: string }
  | {
      readonly kind: "refused";
      readonly code: "key-unknown" | "key-needed";
      readonly message: string;
    }
  | KeysUnchanged;

/** Takes a key out of a file, and with it the trust in every token that it signed. */
export async function retireKey(file: KeyFile, keyId: string): Promise<RetiredKey> {
  return changeKeys<RetiredKey>(file, (jwks) => {
    const keys = jwks?.keys ?? [];
    const key = keys.find(({ kid }) => kid === keyId);
    if (key === undefined) {
      return { result: refuse("key-unknown", `There is no key ${keyId} in ${file.path}.`) };
    }
    const left = { keys: keys.filter((each) => each !== key) };
    const signing = signingKeyOf(left);
    if (signing !== undefined) return { left, result: { kind: "retired", key, signingKeyId: signing.kid } };
    const message = `${keyId} is the only key that signs: make another before it is retired.`;
    return { result: refuse("key-needed", message) };
  });
}

function refuse(code: "key-unknown" | "key-needed", message: string): RetiredKey {
  return { kind: "refused", code, message };
}
