/** A key that images are sealed under. It never meets an image itself: what does is derived from it. */
export type ImageKey = {
  /** Derived from the secret as well, so that no two keys share an id and none has a wrong one. */
  readonly id: string;
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly madeAtMs: number;
};

/** Keys from the oldest on; every one opens, and one of them seals. */
export type ImageKeys = readonly [ImageKey, ...ImageKey[]];

/** How many bytes a secret has, and how many are derived for one use. */
export const secretBytes = 32;

/** How long a key opens before it seals: the time to bring it to every machine that shows what others have sealed. */
const sealsAfterMs = 600_000;

/** The key that seals now: the newest of those that every machine has by now, or the oldest where none is as old as that. */
export function sealingKeyOf(keys: ImageKeys, nowMs: number): ImageKey {
  return keys.findLast(({ madeAtMs }) => madeAtMs + sealsAfterMs <= nowMs) ?? keys[0];
}

/** How many bytes of an id stand before each image that its key has sealed. */
export const keyIdBytes = 8;

/** Makes a key of a secret that nobody can guess. */
export function makeImageKey(now: () => number): Promise<ImageKey> {
  return imageKeyOf(crypto.getRandomValues(new Uint8Array(secretBytes)), now());
}

/** The key that a secret is. */
async function imageKeyOf(secret: Uint8Array<ArrayBuffer>, madeAtMs: number): Promise<ImageKey> {
  const id = await deriveBytes(secret, "id", keyIdBytes);
  return { id: id.toHex(), secret, madeAtMs };
}

/** What a file of keys holds, or what is wrong with it; nothing of a secret is in what is said. */
export type ImageKeysRead =
  | { readonly kind: "keys"; readonly keys: ImageKeys }
  | { readonly kind: "faulty"; readonly issue: string };

/** Reads keys as `renderImageKeys` writes them. */
export async function parseImageKeys(text: string): Promise<ImageKeysRead> {
  const listed = listOf(text);
  if (typeof listed === "string") return { kind: "faulty", issue: listed };
  const keys: ImageKey[] = [];
  for (const [index, each] of listed.entries()) {
    const key = await readKey(each);
    if (typeof key === "string") return { kind: "faulty", issue: `Key ${index + 1} ${key}` };
    if (keys.some(({ id }) => id === key.id))
      return { kind: "faulty", issue: `Key ${index + 1} is there twice.` };
    keys.push(key);
  }
  const [first, ...others] = keys;
  if (first === undefined) return { kind: "faulty", issue: "There is no key in it." };
  return { kind: "keys", keys: [first, ...others] };
}

/** Writes keys as JSON, secrets included. */
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
      : "It is no file of keys for images: its member imageKeys is no list.";
  } catch {
    return "It is no JSON.";
  }
}

async function readKey(value: unknown): Promise<ImageKey | string> {
  if (!isRecord(value)) return "is no object.";
  const { id, madeAt, secret } = value;
  const bytes = typeof secret === "string" ? decode(secret) : undefined;
  if (bytes?.length !== secretBytes) return `has no secret of ${secretBytes} bytes in Base64 for URLs.`;
  const madeAtMs = typeof madeAt === "string" ? Date.parse(madeAt) : Number.NaN;
  if (Number.isNaN(madeAtMs)) return "has no madeAt that is a time.";
  const key = await imageKeyOf(bytes, madeAtMs);
  return id === key.id ? key : "has an id that is not of its secret: one of both was changed.";
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

/** What bytes are derived for; what was derived for one use tells nothing of another. */
type KeyUse = "id" | "image" | "link" | "subject";

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
