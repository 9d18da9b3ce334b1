import { explainLock } from "./hold-lock.ts";
import type { Jwks } from "./jwk.ts";
import type { KeyFile } from "./open-key-file.ts";

/** Why the keys of a file stay as they are. */
export type KeysUnchanged = {
  readonly kind: "refused";
  readonly code: "keys-faulty" | "keys-moved" | "keys-locked";
  readonly message: string;
};

/** What becomes of keys, and what is said when it is so; without keys that are left, nothing is changed. */
export type KeysChange<Result> = { readonly left?: Jwks; readonly result: Result };

/** Of so many at once, each changes what the others left. */
const tryCountMax = 50;

/** Changes the keys of a file. Whoever finds that somebody came between decides anew, by the keys that are there now. */
export async function changeKeys<Result>(
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
