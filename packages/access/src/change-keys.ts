import type { Algorithm } from "./algorithms.ts";
import { explainLock, type KeyFile } from "./key-file.ts";
import { type Jwk, type Jwks, makeKey, type SigningKey, signingKeyOf } from "./keys.ts";

/** Why the keys of a file stay as they are. */
export type KeysUnchanged = {
  readonly kind: "refused";
  readonly code: "keys-faulty" | "keys-moved" | "keys-locked";
  readonly message: string;
};

/** What becomes of keys, and what is said when it is so; without keys that are left, nothing is changed. */
type KeysChange<Result> = { readonly left?: Jwks; readonly result: Result };

/** Of so many at once, each changes what the others left. */
const tryCountMax = 50;

/** Changes the keys of a file. Whoever finds that somebody came between decides anew, by the keys that are there now. */
async function changeKeys<Result>(
  file: KeyFile,
  decide: (jwks: Jwks | undefined) => KeysChange<Result>,
): Promise<Result | KeysUnchanged> {
  for (let tryCount = 0; tryCount < tryCountMax; tryCount += 1) {
    const found = await file.read();
    if (found.kind === "faulty") {
      return refuse("keys-faulty", `${file.path} can't be used: ${found.issues.join(" ")}`);
    }
    const { left, result } = decide(found.kind === "keys" ? found.jwks : undefined);
    if (left === undefined) return result;
    const written = await (found.kind === "keys" ? file.replace(left, found.jwks) : file.create(left));
    if (written === "written") return result;
    if (written === "locked") return refuse("keys-locked", explainLock(file.path));
  }
  return refuse("keys-moved", `${file.path} was changed by others all the time: try again.`);
}

function refuse(code: KeysUnchanged["code"], message: string): KeysUnchanged {
  return { kind: "refused", code, message };
}

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
      return { result: refuseToRetire("key-unknown", `There is no key ${keyId} in ${file.path}.`) };
    }
    const left = { keys: keys.filter((each) => each !== key) };
    const signing = signingKeyOf(left);
    if (signing !== undefined) return { left, result: { kind: "retired", key, signingKeyId: signing.kid } };
    const message = `${keyId} is the only key that signs: make another before it is retired.`;
    return { result: refuseToRetire("key-needed", message) };
  });
}

function refuseToRetire(code: "key-unknown" | "key-needed", message: string): RetiredKey {
  return { kind: "refused", code, message };
}
