import type { Algorithm } from "./algorithms.ts";
import { explainLock, type KeyFile } from "./key-file.ts";
import { type Jwk, type Jwks, makeKey, type SigningKey, signingKeyOf } from "./keys.ts";

/** Why a change to a key file was refused: for a reason of any change, or one of `Code`. */
type KeysUnchanged<Code extends string = never> = {
  readonly kind: "refused";
  readonly code: Code | "keys_faulty" | "keys-moved" | "keys_locked";
  readonly message: string;
};

/** The keys to write and the result to return after that. Without `after`, nothing is written. */
type KeysChange<Result> = { readonly after?: Jwks; readonly result: Result };

/** Enough for 50 concurrent changes: each attempt fails only when another change succeeded. */
const tryCountMax = 50;

/** Changes the keys of a file. After a concurrent change it decides again from the current keys. */
async function changeKeys<Result>(
  file: KeyFile,
  decide: (jwks: Jwks | undefined) => KeysChange<Result>,
): Promise<Result | KeysUnchanged> {
  for (let tryCount = 0; tryCount < tryCountMax; tryCount += 1) {
    const found = await file.read();
    if (found.kind === "faulty") {
      return refuse("keys_faulty", `${file.path} can't be used: ${found.issues.join(" ")}`);
    }
    const { after, result } = decide(found.kind === "keys" ? found.jwks : undefined);
    if (after === undefined) return result;
    const written = await (found.kind === "keys" ? file.replace(after, found.jwks) : file.create(after));
    if (written === "written") return result;
    if (written === "locked") return refuse("keys_locked", explainLock(file.path));
  }
  return refuse(
    "keys-moved",
    `${file.path} was changed ${tryCountMax} times by other processes meanwhile: try again.`,
  );
}

function refuse<Code extends string>(code: Code, message: string) {
  return { kind: "refused", code, message } as const;
}

/** The added key and whether it signs, or why none was added. */
export type AddedKey =
  | { readonly kind: "added"; readonly key: SigningKey; readonly isSigning: boolean }
  | KeysUnchanged;

/**
 * Adds a key before the one that signs, so that it verifies at once and signs only when `signWith` chooses it: those who read
 * published keys have to know it first. The first key signs at once.
 */
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
  return changeKeys<AddedKey>(file, (jwks = { keys: [] }) => {
    const signing = signingKeyOf(jwks);
    const before = jwks.keys.filter((each) => each !== signing);
    const keys = signing === undefined ? [...before, key] : [...before, key, signing];
    return { after: { keys }, result: { kind: "added", key, isSigning: signing === undefined } };
  });
}

/** The key that signs from now on, or why it can't. */
type ChosenKey = { readonly kind: "chosen"; readonly key: Jwk } | KeysUnchanged<"key_unknown">;

/** Makes a key sign from now on. Tokens of other keys stay valid. */
export async function signWith(file: KeyFile, keyId: string): Promise<ChosenKey> {
  return changeKeys<ChosenKey>(file, (jwks = { keys: [] }) => {
    const key = jwks.keys.find(({ kid }) => kid === keyId);
    if (key === undefined || signingKeyOf({ keys: [key] }) === undefined) {
      const message = `There is no key ${keyId} in ${file.path} that can sign.`;
      return { result: refuse("key_unknown", message) };
    }
    const after = { keys: [...jwks.keys.filter((each) => each !== key), key] };
    return { after, result: { kind: "chosen", key } };
  });
}

/** The keys of a file and whether this call made them, or what is wrong with the file. */
type EnsuredKeys =
  | { readonly kind: "keys"; readonly jwks: Jwks; readonly isNew: boolean }
  | { readonly kind: "faulty"; readonly issues: readonly string[] };

/** Reads the keys of a file, and makes the first if the file is missing. Concurrent callers all get the same keys. */
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
  return made.kind === "faulty"
    ? made
    : { kind: "faulty", issues: ["It was deleted while it was being created."] };
}

/** The retired key and the id of the key that signs from now on, or why none was retired. */
type RetiredKey =
  | { readonly kind: "retired"; readonly key: Jwk; readonly signingKeyId: string }
  | KeysUnchanged<"key_unknown" | "key_needed">;

/** Removes a key from a file. Tokens that it signed are no longer trusted. */
export async function retireKey(file: KeyFile, keyId: string): Promise<RetiredKey> {
  return changeKeys<RetiredKey>(file, (jwks) => {
    const keys = jwks?.keys ?? [];
    const key = keys.find(({ kid }) => kid === keyId);
    if (key === undefined) {
      return { result: refuse("key_unknown", `There is no key ${keyId} in ${file.path}.`) };
    }
    const after = { keys: keys.filter((each) => each !== key) };
    const signing = signingKeyOf(after);
    if (signing !== undefined) return { after, result: { kind: "retired", key, signingKeyId: signing.kid } };
    const message = `${keyId} is the only key that signs: make another before it is retired.`;
    return { result: refuse("key_needed", message) };
  });
}
