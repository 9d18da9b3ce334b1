import type { Jwk } from "./jwk.ts";
import type { KeyFile } from "./open-key-file.ts";
import { signingKeyOf } from "./signing-key-of.ts";

/** A key that was retired, with the one that signs from now on, or why none was. */
export type RetiredKey =
  | { readonly kind: "retired"; readonly key: Jwk; readonly signingKeyId: string }
  | {
      readonly kind: "refused";
      readonly code: "keys-faulty" | "keys-moved" | "key-unknown" | "key-needed";
      readonly message: string;
    };

/** Takes a key out of a file, and with it the trust in every token that it signed. */
export async function retireKey(file: KeyFile, keyId: string): Promise<RetiredKey> {
  const found = await file.read();
  if (found.kind === "faulty")
    return refuse("keys-faulty", `${file.path} can't be used: ${found.issues.join(" ")}`);
  const keys = found.kind === "absent" ? [] : found.jwks.keys;
  const key = keys.find(({ kid }) => kid === keyId);
  if (found.kind === "absent" || key === undefined) {
    return refuse("key-unknown", `There is no key ${keyId} in ${file.path}.`);
  }
  const left = { keys: keys.filter((each) => each !== key) };
  const signing = signingKeyOf(left);
  if (signing === undefined) {
    return refuse("key-needed", `${keyId} is the only key that signs: make another before it is retired.`);
  }
  if (await file.replace(left, found.jwks)) return { kind: "retired", key, signingKeyId: signing.kid };
  return refuse("keys-moved", `${file.path} was changed by somebody else meanwhile: try again.`);
}

type Refused = Extract<RetiredKey, { kind: "refused" }>;

function refuse(code: Refused["code"], message: string): Refused {
  return { kind: "refused", code, message };
}
