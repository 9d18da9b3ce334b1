import { deriveBytes, type ImageKey, type ImageKeys, keyIdBytes } from "./image-keys.ts";
import type { ImageRecord } from "./image-name.ts";

/** Why a sealed image is not to be opened: its key is not at hand, or it is not what was sealed under its name. */
export type SealFault = "key-unknown" | "broken";

const format = new TextEncoder().encode("OMSIMG1\n");
const saltBytes = 32;
const headBytes = format.length + keyIdBytes + saltBytes;

/**
 * Seals bytes under a name: encrypted by AES-256-GCM with a key and a nonce that only this image has, derived from the
 * operator's key and a salt. Under another name they can't be opened.
 */
export async function sealImage(
  key: ImageKey,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const head = join(format, Uint8Array.fromHex(key.id), salt);
  const { cipher, own } = await cipherOf(key, salt, head, name);
  return join(head, new Uint8Array(await crypto.subtle.encrypt(cipher, own, bytes)));
}

/** Opens what was sealed under a name. */
export async function openSeal(
  keys: ImageKeys,
  name: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly key: ImageKey } | SealFault> {
  const head = sealed.slice(0, headBytes);
  if (head.length < headBytes || format.some((byte, index) => head[index] !== byte)) return "broken";
  const id = head.slice(format.length, format.length + keyIdBytes).toHex();
  const key = keys.find((each) => each.id === id);
  if (key === undefined) return "key-unknown";
  const { cipher, own } = await cipherOf(key, head.slice(format.length + keyIdBytes), head, name);
  try {
    const bytes = new Uint8Array(await crypto.subtle.decrypt(cipher, own, sealed.subarray(headBytes)));
    return { bytes, key };
  } catch {
    return "broken";
  }
}

const ownKeyBytes = 32;
const nonceBytes = 12;

async function cipherOf(
  { secret }: ImageKey,
  salt: Uint8Array<ArrayBuffer>,
  head: Uint8Array<ArrayBuffer>,
  name: string,
) {
  const derived = await deriveBytes(secret, "image", ownKeyBytes + nonceBytes, salt);
  const own = await crypto.subtle.importKey("raw", derived.slice(0, ownKeyBytes), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
  const additionalData = join(head, new TextEncoder().encode(name));
  return { own, cipher: { name: "AES-GCM", iv: derived.slice(ownKeyBytes), additionalData } };
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

/** An image with what is recorded of it. */
type PackedImage = { readonly record: ImageRecord; readonly image: Uint8Array<ArrayBuffer> };

/** Where the record ends and the image begins. */
const lineFeed = 10;

/** Puts record and image into one, to be sealed together: a line of JSON, and the image as it is. */
export function packImage({ record, image }: PackedImage): Uint8Array<ArrayBuffer> {
  const line = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
  const packed = new Uint8Array(line.length + image.length);
  packed.set(line);
  packed.set(image, line.length);
  return packed;
}

/** Parts again what `packImage` put together. */
export function unpackImage(packed: Uint8Array<ArrayBuffer>): PackedImage {
  const end = packed.indexOf(lineFeed);
  // What was sealed is what was packed here.
  const record = JSON.parse(new TextDecoder().decode(packed.subarray(0, end))) as ImageRecord;
  return { record, image: packed.subarray(end + 1) };
}
