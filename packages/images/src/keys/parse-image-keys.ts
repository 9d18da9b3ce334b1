import { type ImageKey, type ImageKeys, secretBytes } from "./image-key.ts";
import { imageKeyOf } from "./make-image-key.ts";

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
