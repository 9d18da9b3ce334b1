import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { importJWK } from "jose/key/import";
import { type Algorithm, isAlgorithm } from "./algorithms.ts";

/** A JSON Web Key (RFC 7517), unknown members included. */
export type Jwk = Readonly<Record<string, unknown>>;

/** A JSON Web Key Set. The last key with private parts signs. */
export type Jwks = { readonly keys: readonly Jwk[] };

/** A key with its private parts. */
export type SigningKey = Jwk & { readonly kid: string; readonly alg: Algorithm };

/** Makes a signing key. Its id contains its thumbprint and is therefore unique. */
export async function makeKey({
  algorithm,
  now,
}: {
  readonly algorithm: Algorithm;
  readonly now: () => number;
}): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  // A thumbprint may begin with a hyphen, which a command line would read as an option.
  const kid = `key-${await calculateJwkThumbprint(key)}`;
  return { ...key, kid, alg: algorithm, use: "sig", iat: Math.floor(now() / 1_000) };
}

/** Finds the last key with private parts, which signs new tokens. */
export function signingKeyOf({ keys }: Jwks): SigningKey | undefined {
  return keys.findLast(isSigningKey);
}

function isSigningKey(key: Jwk): key is SigningKey {
  return typeof key["d"] === "string" && typeof key["kid"] === "string" && isAlgorithm(key["alg"]);
}

/** An allow list, because an unknown member of a key may be private. */
const publicMembers = ["kty", "crv", "x", "y", "n", "e", "kid", "alg"];

/** Returns the public halves of keys, which may be published. */
export function publicKeysOf({ keys }: Jwks): Jwks {
  return { keys: keys.map(publicKeyOf) };
}

function publicKeyOf(key: Jwk): Jwk {
  const members = publicMembers.filter((name) => key[name] !== undefined);
  return { ...Object.fromEntries(members.map((name) => [name, key[name]])), use: "sig" };
}

/** The usable keys of a text, or what is wrong with it. */
export type ParsedKeys =
  | { readonly kind: "keys"; readonly jwks: Jwks; readonly ignoredCount: number }
  | { readonly kind: "faulty"; readonly issues: readonly string[] };

/**
 * Parses a key set (RFC 7517) and imports each key to test it. Keys of other uses, such as encryption, are left out and counted.
 * A broken signing key is an issue, and so is a set in which no key is for signing. An empty set is valid: it refuses every
 * token. No issue quotes a key.
 */
export async function parseKeys(text: string): Promise<ParsedKeys> {
  const { jwks, ignoredCount, issues } = await classifyKeys(text);
  if (issues.length > 0) return { kind: "faulty", issues };
  return jwks.keys.length === 0 && ignoredCount > 0
    ? { kind: "faulty", issues: ["There is no key in it that can verify tokens."] }
    : { kind: "keys", jwks, ignoredCount };
}

/** The usable keys of a set, the number of keys for other uses, and what is wrong with the rest. */
type ClassifiedKeys = {
  readonly jwks: Jwks;
  readonly ignoredCount: number;
  readonly issues: readonly string[];
};

/** Like `parseKeys`, but also returns the usable keys if others are broken, since a key host may publish keys for other readers. */
export async function classifyKeys(text: string): Promise<ClassifiedKeys> {
  const listed = listKeys(text);
  if (typeof listed === "string") return { jwks: { keys: [] }, ignoredCount: 0, issues: [listed] };
  const keys: Jwk[] = [];
  const issues: string[] = [];
  let ignoredCount = 0;
  for (const [index, key] of listed.entries()) {
    const algorithm = algorithmOf(key);
    const issue = algorithm && (await checkKey(key, algorithm, keys));
    if (algorithm === undefined) ignoredCount += 1;
    else if (issue === undefined) keys.push(key);
    else issues.push(`Key ${index + 1} ${issue}`);
  }
  return { jwks: { keys }, ignoredCount, issues };
}

const keyCountMax = 100;

function listKeys(text: string): readonly Jwk[] | string {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return 'It is not valid JSON: write a key set such as {"keys": […]}.';
  }
  const keys = isJwk(read) ? read["keys"] : undefined;
  if (!Array.isArray(keys)) return "It is not a key set: the member keys is missing or not a list.";
  if (keys.length > keyCountMax)
    return `There are ${keys.length} keys in it: at most ${keyCountMax} are allowed.`;
  const faultyIndex = keys.findIndex((key) => !isJwk(key));
  return faultyIndex < 0 ? keys : `Key ${faultyIndex + 1} is not an object.`;
}

function isJwk(value: unknown): value is Jwk {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const algorithmOfCurve = new Map<unknown, Algorithm>([
  ["P-256", "ES256"],
  ["P-384", "ES384"],
  ["P-521", "ES512"],
]);

/** The algorithm to test a key with. Undefined if the key is not for signing tokens. */
function algorithmOf({ kty, crv, alg, use, key_ops: uses }: Jwk): Algorithm | undefined {
  if (use !== undefined && use !== "sig") return undefined;
  if (Array.isArray(uses) && !uses.some((each) => each === "verify" || each === "sign")) return undefined;
  if (alg !== undefined && !isAlgorithm(alg)) return undefined;
  if (kty === "EC") return algorithmOfCurve.get(crv);
  if (kty === "OKP") return crv === "Ed25519" ? (alg ?? "EdDSA") : undefined;
  return kty === "RSA" ? (alg ?? "RS256") : undefined;
}

async function checkKey(key: Jwk, algorithm: Algorithm, others: readonly Jwk[]): Promise<string | undefined> {
  const { kid, alg = algorithm } = key;
  if (kid !== undefined && (typeof kid !== "string" || kid === ""))
    return "has a kid that is empty or not a string.";
  if (kid !== undefined && others.some((other) => other["kid"] === kid))
    return "has the kid of an earlier key.";
  if (alg !== algorithm) return "has an alg that does not fit its curve.";
  if (!(await isUsable(publicKeysOf({ keys: [key] }).keys[0], algorithm))) {
    return "can't be used: a member is missing, cut or too short.";
  }
  if (key["d"] === undefined) return undefined;
  if (!isSigningKey(key)) return "has private parts but lacks a kid or an alg, which signing needs.";
  return (await isUsable(key, algorithm)) ? undefined : "can't sign: a private member is missing or cut.";
}

const rsaBitsMin = 2_048;

async function isUsable(key: Jwk | undefined, algorithm: Algorithm): Promise<boolean> {
  try {
    const imported = await importJWK(key ?? {}, algorithm);
    if (imported instanceof Uint8Array) return false;
    const { modulusLength = rsaBitsMin } = imported.algorithm as { modulusLength?: number };
    return modulusLength >= rsaBitsMin;
  } catch {
    return false;
  }
}
