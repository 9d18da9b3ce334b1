import { deriveBytes, type ImageKey, type ImageKeys, secretBytes } from "./image-keys.ts";
import { type ImageName, imageSides, isCardId, renderImageName } from "./image-name.ts";

/** The parts of a requested link, as received. */
export type UnverifiedLink = {
  readonly cardId: string;
  readonly side: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
};

/** Builds the path and the query of a link to one image, valid until a time. */
export async function signLink(key: ImageKey, name: ImageName, expiresAtMs: number): Promise<string> {
  const expires = String(Math.floor(expiresAtMs / 1_000));
  const linkKey = await linkKeyOf(key);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", linkKey, signedTextOf(name, expires)));
  const signature = bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  return `/cards/${name.cardId}/${name.side}?expires=${expires}&signature=${signature}`;
}

/** A well-formed link that has not expired. Its signature is not verified yet. */
export type ParsedLink = {
  readonly name: ImageName;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly signedText: Uint8Array<ArrayBuffer>;
};

/** Parses a link without a key. Undefined if it is malformed or has expired. */
export function parseLink({ cardId, ...link }: UnverifiedLink, nowMs: number): ParsedLink | undefined {
  const { expires = "" } = link;
  const side = imageSides.find((each) => each === link.side);
  if (side === undefined || !isCardId(cardId)) return undefined;
  if (!/^\d{10}$/.test(expires) || nowMs >= Number(expires) * 1_000) return undefined;
  const signature = decode(link.signature ?? "");
  if (signature === undefined) return undefined;
  const name = { cardId, side };
  return { name, signature, signedText: signedTextOf(name, expires) };
}

export async function isSigned(keys: ImageKeys, { signature, signedText }: ParsedLink): Promise<boolean> {
  for (const key of keys) {
    if (await crypto.subtle.verify("HMAC", await linkKeyOf(key), signature, signedText)) return true;
  }
  return false;
}

/** Accepts only the canonical spelling: a 43rd character with unused bits set would decode to the same signature. */
function decode(signature: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]{42}[AEIMQUYcgkosw048]$/.test(signature)) return undefined;
  return Uint8Array.fromBase64(signature, { alphabet: "base64url" });
}

function signedTextOf(name: ImageName, expires: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${renderImageName(name)} ${expires}`);
}

const linkKeys = new WeakMap<ImageKey, Promise<CryptoKey>>();

/** Caches the derived key, so that guessed links cost little. The cache does not keep the key alive. */
function linkKeyOf(key: ImageKey): Promise<CryptoKey> {
  const linkKey = linkKeys.get(key) ?? deriveLinkKey(key);
  linkKeys.set(key, linkKey);
  return linkKey;
}

async function deriveLinkKey({ secret }: ImageKey): Promise<CryptoKey> {
  const bytes = await deriveBytes(secret, "link", secretBytes);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** The pseudonym of a card number: the same for the same number and key, and useless without the key. */
export async function signSubject({ secret }: ImageKey, idNumber: string): Promise<string> {
  const bytes = await deriveBytes(secret, "subject", secretBytes);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(idNumber))).toHex();
}
