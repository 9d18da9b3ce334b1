import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { importJWK } from "jose/key/import";
import { type Algorithm, isAlgorithm } from "./algorithms.ts";

/** A key as JSON writes it (RFC 7517), with whatever members it came with. */
export type Jwk = Readonly<Record<string, unknown>>;

/** Keys as JSON writes them, in the order in which they were made. */
export type Jwks = { readonly keys: readonly Jwk[] };

/** A key that can sign: its private parts are in it. */
export type SigningKey = Jwk & { readonly kid: string; readonly alg: Algorithm };

/** Makes a key to sign tokens with; its id holds its thumbprint, which no other key has. */
export async function makeKey({
  algorithm,
  now,
}: {
  readonly algorithm: Algorithm;
  readonly now: () => number;
}): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  // A thumbprint may begin with a hyphen, and a command line would take that for an option.
  const kid = `key-${await calculateJwkThumbprint(key)}`;
  return { ...key, kid, alg: algorithm, use: "sig", iat: Math.floor(now() / 1_000) };
}

/** Finds the key that signs: the newest that has its private parts. */
export function signingKeyOf({ keys }: Jwks): SigningKey | undefined {
  return keys.findLast(isSigningKey);
}

/** Whether a key can sign, and says how and under which id. */
function isSigningKey(key: Jwk): key is SigningKey {
  return typeof key["d"] === "string" && typeof key["kid"] === "string" && isAlgorithm(key["alg"]);
}

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

/** Keys that were read from text, or what is wrong with it. */
export type ParsedKeys =
  | { readonly kind: "keys"; readonly jwks: Jwks; readonly ignoredCount: number }
  | { readonly kind: "faulty"; readonly issues: readonly string[] };

/**
 * Reads a key set (RFC 7517), and tries each key. Keys that sign no tokens, such as those for encryption, are left out
 * and counted; a key that ought to sign and can't be used is an issue, and so are keys of which none signs. A set without any
 * is one of no keys: every token is refused. No issue quotes a key.
 */
export async function parseKeys(text: string): Promise<ParsedKeys> {
  const { jwks, ignoredCount, issues } = await sortKeys(text);
  if (issues.length > 0) return { kind: "faulty", issues };
  return jwks.keys.length === 0 && ignoredCount > 0
    ? { kind: "faulty", issues: ["There is no key in it that tokens can be checked with."] }
    : { kind: "keys", jwks, ignoredCount };
}

/** A key set, sorted into what can be used, what is of no use here, and what is wrong. */
type SortedKeys = {
  readonly jwks: Jwks;
  readonly ignoredCount: number;
  readonly issues: readonly string[];
};

/** Sorts a key set, for whoever takes the good keys in spite of the others: a host may add what is none of our business. */
export async function sortKeys(text: string): Promise<SortedKeys> {
  const listed = listKeys(text);
  if (typeof listed === "string") return { jwks: { keys: [] }, ignoredCount: 0, issues: [listed] };
  const keys: Jwk[] = [];
  const issues: string[] = [];
  let ignoredCount = 0;
  for (const [index, key] of listed.entries()) {
    const algorithm = algorithmOf(key);
    const issue = algorithm && (await judgeKey(key, algorithm, keys));
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
    return 'It is no JSON: write a key set such as {"keys": […]}.';
  }
  const keys = isJwk(read) ? read["keys"] : undefined;
  if (!Array.isArray(keys)) return "It is no key set: the member keys is no list.";
  if (keys.length > keyCountMax) return `There are ${keys.length} keys in it: leave ${keyCountMax} at most.`;
  const stranger = keys.findIndex((key) => !isJwk(key));
  return stranger < 0 ? keys : `Key ${stranger + 1} is no object.`;
}

function isJwk(value: unknown): value is Jwk {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const algorithmOfCurve = new Map<unknown, Algorithm>([
  ["P-256", "ES256"],
  ["P-384", "ES384"],
  ["P-521", "ES512"],
]);

/** Finds an algorithm to try a key with, where it is one that signs tokens. */
function algorithmOf({ kty, crv, alg, use, key_ops: uses }: Jwk): Algorithm | undefined {
  if (use !== undefined && use !== "sig") return undefined;
  if (Array.isArray(uses) && !uses.some((each) => each === "verify" || each === "sign")) return undefined;
  if (alg !== undefined && !isAlgorithm(alg)) return undefined;
  if (kty === "EC") return algorithmOfCurve.get(crv);
  if (kty === "OKP") return crv === "Ed25519" ? (alg ?? "EdDSA") : undefined;
  return kty === "RSA" ? (alg ?? "RS256") : undefined;
}

async function judgeKey(key: Jwk, algorithm: Algorithm, others: readonly Jwk[]): Promise<string | undefined> {
  const { kid, alg = algorithm } = key;
  if (kid !== undefined && (typeof kid !== "string" || kid === "")) return "has a kid that is no text.";
  if (kid !== undefined && others.some((other) => other["kid"] === kid))
    return "has the kid of one before it.";
  if (alg !== algorithm) return "says an alg that is not for its curve.";
  if (!(await isUsable(publicKeysOf({ keys: [key] }).keys[0], algorithm))) {
    return "can't be used: a member of it is missing, cut or too short.";
  }
  if (key["d"] === undefined) return undefined;
  if (!isSigningKey(key)) return "has private parts, and no kid and alg to sign under.";
  return (await isUsable(key, algorithm))
    ? undefined
    : "can't sign: a private member of it is missing or cut.";
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
