import { publicKeysOf, type SigningKey } from "../keys.ts";
import { forgeToken, honestClaims } from "./forge-token.ts";

/** Makes the value of a header, out of the key that is trusted and one that is not. */
type Attack = (ours: SigningKey, foreign: SigningKey) => Promise<string | undefined> | string | undefined;

/** An attack by its name, with the code that it is refused with. */
export type NamedAttack = readonly [name: string, code: string, attack: Attack];

/** Puts a token into a header. */
export async function bearer(token: string | Promise<string>): Promise<string> {
  return `Bearer ${await token}`;
}

/** Honest claims but for some. */
export function claims(changes: object): object {
  return { ...honestClaims, ...changes };
}

/** The public half of a key. */
export function publicOf(key: SigningKey): object {
  return publicKeysOf({ keys: [key] }).keys[0] ?? {};
}

/** The three parts of an honest token. */
export async function partsOf(key: SigningKey): Promise<[string, string, string]> {
  return (await forgeToken(key)).split(".") as [string, string, string];
}
