import { deriveBytes } from "./derive-bytes.ts";
import { type ImageKey, secretBytes } from "./image-key.ts";

/** How many bytes of an id stand before each image that its key has sealed. */
export const keyIdBytes = 8;

/** Makes a key of a secret that nobody can guess. */
export function makeImageKey(now: () => number): Promise<ImageKey> {
  return imageKeyOf(crypto.getRandomValues(new Uint8Array(secretBytes)), now());
}

/** The key that a secret is. */
export async function imageKeyOf(secret: Uint8Array<ArrayBuffer>, madeAtMs: number): Promise<ImageKey> {
  const id = await deriveBytes(secret, "id", keyIdBytes);
  return { id: id.toHex(), secret, madeAtMs };
}
