import type { Jwk, Jwks } from "./jwk.ts";

/** Named one by one, so that no private member is let out because nobody had heard of it. */
const publicMembers = ["kty", "crv", "x", "y", "n", "e", "kid", "alg"];

/** Gives the public halves of keys, which anybody may see. */
export function publicKeysOf({ keys }: Jwks): Jwks {
  return { keys: keys.map(publicKeyOf) };
}

function publicKeyOf(key: Jwk): Jwk {
  const members = publicMembers.filter((name) => key[name] !== undefined);
  return { ...Object.fromEntries(members.map((name) => [name, key[name]])), use: "sig" };
}
