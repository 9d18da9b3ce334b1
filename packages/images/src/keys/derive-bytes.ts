/** What bytes are derived for; what was derived for one use tells nothing of another. */
export type KeyUse = "id" | "image" | "link" | "subject";

/** Derives bytes from a secret, by HKDF with SHA-256. */
export async function deriveBytes(
  secret: Uint8Array<ArrayBuffer>,
  use: KeyUse,
  byteCount: number,
  salt: Uint8Array<ArrayBuffer> = new Uint8Array(),
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const info = new TextEncoder().encode(`trading-oms images: ${use}`);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt, info },
    key,
    byteCount * 8,
  );
  return new Uint8Array(bits);
}
