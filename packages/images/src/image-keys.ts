/** The master key of images. It encrypts nothing itself; keys for each use are derived from it. */
export type ImageKey = {
  /** Derived from the secret, so it is unique and can be checked. */
  readonly id: string;
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly madeAtMs: number;
};

/** Oldest key first. Every key opens images; `sealingKeyOf` selects the one that seals. */
export type ImageKeys = readonly [ImageKey, ...ImageKey[]];

/** The length of a secret, and of each key derived from it. */
export const secretBytes = 32;

/** The age from which a key seals. Until then it is distributed to every machine that shows images of others. */
const sealsAfterMs = 600_000;

/** The key that seals now: the newest that is at least ten minutes old, or the oldest if none is. */
export function sealingKeyOf(keys: ImageKeys, nowMs: number): ImageKey {
  return keys.findLast(({ madeAtMs }) => madeAtMs + sealsAfterMs <= nowMs) ?? keys[0];
}

/** The length of a key id in the header of a sealed image. */
export const keyIdBytes = 8;

export function makeImageKey(now: () => number): Promise<ImageKey> {
  return imageKeyOf(crypto.getRandomValues(new Uint8Array(secretBytes)), now());
}

async function imageKeyOf(secret: Uint8Array<ArrayBuffer>, madeAtMs: number): Promise<ImageKey> {
  const id = await deriveBytes(secret, "id", keyIdBytes);
  return { id: id.toHex(), secret, madeAtMs };
}

/** The keys of a file, or what is wrong with it. The issue contains no secret. */
type ImageKeysRead =
  | { readonly kind: "keys"; readonly keys: ImageKeys }
  | { readonly kind: "faulty"; readonly issue: string };

/** Parses the output of `renderImageKeys`. */
export async function parseImageKeys(text: string): Promise<ImageKeysRead> {
  const listed = listOf(text);
  if (typeof listed === "string") return { kind: "faulty", issue: listed };
  const keys: ImageKey[] = [];
  for (const [index, each] of listed.entries()) {
    const key = await readKey(each);
    if (typeof key === "string") return { kind: "faulty", issue: `Key ${index + 1} ${key}` };
    if (keys.some(({ id }) => id === key.id))
      return { kind: "faulty", issue: `Key ${index + 1} is a duplicate.` };
    keys.push(key);
  }
  const [first, ...others] = keys;
  if (first === undefined) return { kind: "faulty", issue: "There is no key in it." };
  return { kind: "keys", keys: [first, ...others] };
}

/** Renders keys as JSON, secrets included. */
export function renderImageKeys(keys: ImageKeys): string {
  const listed = keys.map(({ id, madeAtMs, secret }) => ({
    id,
    madeAt: new Date(madeAtMs).toISOString(),
    secret: secret.toBase64({ alphabet: "base64url", omitPadding: true }),
  }));
  return `${JSON.stringify({ imageKeys: listed }, undefined, 2)}\n`;
}

function listOf(text: string): readonly unknown[] | string {
  try {
    const read: unknown = JSON.parse(text);
    const listed = isRecord(read) ? read["imageKeys"] : undefined;
    return Array.isArray(listed)
      ? listed
      : "It is not a file of image keys: its member imageKeys is missing or not a list.";
  } catch {
    return "It is not valid JSON.";
  }
}

async function readKey(value: unknown): Promise<ImageKey | string> {
  if (!isRecord(value)) return "is not an object.";
  const { id, madeAt, secret } = value;
  const bytes = typeof secret === "string" ? decode(secret) : undefined;
  if (bytes?.length !== secretBytes) return `has no secret of ${secretBytes} bytes in Base64url.`;
  const madeAtMs = typeof madeAt === "string" ? Date.parse(madeAt) : Number.NaN;
  if (Number.isNaN(madeAtMs)) return "has a madeAt that is missing or not a time.";
  const key = await imageKeyOf(bytes, madeAtMs);
  return id === key.id ? key : "has an id that does not match its secret: one of them was changed.";
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The purposes of derived keys. A key derived for one purpose reveals nothing about another. */
type KeyUse = "id" | "image" | "link" | "subject";

/** Derives key material by HKDF with SHA-256. */
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
