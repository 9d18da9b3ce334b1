import { publicKeysOf, type SigningKey } from "../keys.ts";
import { forgeToken, validClaims } from "./forge-token.ts";

/** Makes an Authorization header from the trusted key and a foreign one. */
type Attack = (ours: SigningKey, foreign: SigningKey) => Promise<string | undefined> | string | undefined;

/** An attack with its name and the code of the expected refusal. */
export type NamedAttack = readonly [name: string, code: string, attack: Attack];

export async function bearer(token: string | Promise<string>): Promise<string> {
  return `Bearer ${await token}`;
}

/** Valid claims with some replaced. */
export function claims(changes: object): object {
  return { ...validClaims, ...changes };
}

export function publicOf(key: SigningKey): object {
  return publicKeysOf({ keys: [key] }).keys[0] ?? {};
}

/** Header, claims and signature of a valid token. */
export async function partsOf(key: SigningKey): Promise<[string, string, string]> {
  return (await forgeToken(key)).split(".") as [string, string, string];
}
