import { deriveBytes, type ImageKey, type ImageKeys, secretBytes } from "./image-keys.ts";
import { type ImageName, imageSides, isCardId, renderImageName } from "./image-name.ts";

/** A link as it was asked for; every part of it is whatever somebody has sent. */
export type AskedLink = {
  readonly cardId: string;
  readonly side: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
};

/** Writes the path and the query of a link to one image, good until a time. */
export async function signLink(key: ImageKey, name: ImageName, expiresAtMs: number): Promise<string> {
  const expires = String(Math.floor(expiresAtMs / 1_000));
  const own = await linkKeyOf(key);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", own, wordsOf(name, expires)));
  const written = signature.toBase64({ alphabet: "base64url", omitPadding: true });
  return `/cards/${name.cardId}/${name.side}?expires=${expires}&signature=${written}`;
}

/** A link that may be one of ours, as far as that can be told without a key. */
export type ReadLink = {
  readonly name: ImageName;
  readonly given: Uint8Array<ArrayBuffer>;
  readonly words: Uint8Array<ArrayBuffer>;
};

/** Reads a link; undefined where it is over, or written as none of ours is. */
export function readLink({ cardId, ...link }: AskedLink, nowMs: number): ReadLink | undefined {
  const { expires = "", signature = "" } = link;
  const side = imageSides.find((each) => each === link.side);
  if (side === undefined || !isCardId(cardId)) return undefined;
  if (!/^\d{10}$/.test(expires) || nowMs >= Number(expires) * 1_000) return undefined;
  const given = decode(signature);
  if (given === undefined) return undefined;
  const name = { cardId, side };
  return { name, given, words: wordsOf(name, expires) };
}

/** Tells whether a link was signed with one of the keys, and not altered since. */
export async function isSigned(keys: ImageKeys, { given, words }: ReadLink): Promise<boolean> {
  for (const key of keys) {
    if (await crypto.subtle.verify("HMAC", await linkKeyOf(key), given, words)) return true;
  }
  return false;
}

/** One signature has one spelling: the last character of another would carry bits that nobody looks at. */
function decode(signature: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]{42}[AEIMQUYcgkosw048]$/.test(signature)) return undefined;
  return Uint8Array.fromBase64(signature, { alphabet: "base64url" });
}

function wordsOf(name: ImageName, expires: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${renderImageName(name)} ${expires}`);
}

const linkKeys = new WeakMap<ImageKey, Promise<CryptoKey>>();

/** Derived once for as long as somebody holds the key, so that to guess links costs a server next to nothing. */
function linkKeyOf(key: ImageKey): Promise<CryptoKey> {
  const known = linkKeys.get(key) ?? deriveLinkKey(key);
  linkKeys.set(key, known);
  return known;
}

async function deriveLinkKey({ secret }: ImageKey): Promise<CryptoKey> {
  const own = await deriveBytes(secret, "link", secretBytes);
  return crypto.subtle.importKey("raw", own, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** What stands for the number of a card: the same for the same number and key, and of no use without the key. */
export async function signSubject({ secret }: ImageKey, idNumber: string): Promise<string> {
  const own = await deriveBytes(secret, "subject", secretBytes);
  const key = await crypto.subtle.importKey("raw", own, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(idNumber))).toHex();
}
