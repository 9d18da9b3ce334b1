import { deriveBytes, type ImageKey, type ImageKeys, keyIdBytes } from "./image-keys.ts";
import type { ImageRecord } from "./image-name.ts";

/** Why a sealed image cannot be opened: its key is not in the file, or its bytes or its name were changed. */
export type SealFault = "key_unknown" | "broken";

const format = new TextEncoder().encode("OMSIMG1\n");
const saltBytes = 32;
const headBytes = format.length + keyIdBytes + saltBytes;

/**
 * Encrypts bytes by AES-256-GCM. The key and the nonce are unique to the image, derived from the operator's key and a random
 * salt. The name is authenticated, so a renamed object cannot be opened.
 */
export async function sealImage(
  key: ImageKey,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const head = join(format, Uint8Array.fromHex(key.id), salt);
  const { cipher, imageKey } = await cipherOf(key, salt, head, name);
  return join(head, new Uint8Array(await crypto.subtle.encrypt(cipher, imageKey, bytes)));
}

/** Decrypts the output of `sealImage` with the key that its header names. */
export async function openSeal(
  keys: ImageKeys,
  name: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly key: ImageKey } | SealFault> {
  const head = sealed.slice(0, headBytes);
  if (head.length < headBytes || format.some((byte, index) => head[index] !== byte)) return "broken";
  const id = head.slice(format.length, format.length + keyIdBytes).toHex();
  const key = keys.find((each) => each.id === id);
  if (key === undefined) return "key_unknown";
  const { cipher, imageKey } = await cipherOf(key, head.slice(format.length + keyIdBytes), head, name);
  try {
    const bytes = new Uint8Array(await crypto.subtle.decrypt(cipher, imageKey, sealed.subarray(headBytes)));
    return { bytes, key };
  } catch {
    return "broken";
  }
}

const imageKeyBytes = 32;
const nonceBytes = 12;

async function cipherOf(
  { secret }: ImageKey,
  salt: Uint8Array<ArrayBuffer>,
  head: Uint8Array<ArrayBuffer>,
  name: string,
) {
  const derived = await deriveBytes(secret, "image", imageKeyBytes + nonceBytes, salt);
  const imageKey = await crypto.subtle.importKey("raw", derived.slice(0, imageKeyBytes), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
  const additionalData = join(head, new TextEncoder().encode(name));
  return { imageKey, cipher: { name: "AES-GCM", iv: derived.slice(imageKeyBytes), additionalData } };
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((count, part) => count + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

type PackedImage = { readonly record: ImageRecord; readonly image: Uint8Array<ArrayBuffer> };

/** Separates the record from the image. */
const lineFeed = 10;

/** Joins record and image for sealing: a line of JSON, then the bytes of the image. */
export function packImage({ record, image }: PackedImage): Uint8Array<ArrayBuffer> {
  return join(new TextEncoder().encode(`${JSON.stringify(record)}\n`), image);
}

/** The inverse of `packImage`. */
export function unpackImage(packed: Uint8Array<ArrayBuffer>): PackedImage {
  const end = packed.indexOf(lineFeed);
  // Authenticated decryption guarantees that `packImage` wrote it.
  const record = JSON.parse(new TextDecoder().decode(packed.subarray(0, end))) as ImageRecord;
  return { record, image: packed.subarray(end + 1) };
}
