import { createHash } from "node:crypto";

/** Bytes to be served: what they are, and a tag that changes with them. */
export type Content = { readonly mediaType: string; readonly body: Buffer; readonly tag: string };

/** Makes content of bytes. */
export function makeContent(mediaType: string, bytes: Buffer | string): Content {
  const body = typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes;
  return { mediaType, body, tag: digestBytes(body) };
}

/** A digest that tells bytes apart and may stand in a file name and in a header. */
export function digestBytes(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 40);
}
