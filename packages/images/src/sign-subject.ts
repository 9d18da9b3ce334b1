import { deriveBytes } from "./keys/derive-bytes.ts";
import { type ImageKey, secretBytes } from "./keys/image-key.ts";

/** What stands for the number of a card: the same for the same number and key, and of no use without the key. */
export async function signSubject({ secret }: ImageKey, idNumber: string): Promise<string> {
  const own = await deriveBytes(secret, "subject", secretBytes);
  const key = await crypto.subtle.importKey("raw", own, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(idNumber))).toHex();
}
