/** Writes files into a folder from which a server serves them: compressed, named by their digest, and listed. */
import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A served file: path, type, content and additional headers. */
export type Gathered = {
  readonly pathname: string;
  readonly mediaType: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Writes all files in their useful encodings, and `documents.json`, which lists them.
 *
 * Files are named by the digest of their bytes, which is also their ETag. A running server therefore finds either the
 * bytes that it announced or none, and a host that serves the folder directly exposes no path of the service. A folder is replaced as a whole or not at all.
 */
export async function writeFolder(folder: string, documents: readonly Gathered[]): Promise<void> {
  const beside = `${folder}.${process.pid}.tmp`;
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(beside);
    const listed = [];
    for (const { pathname, mediaType, body, headers } of documents) {
      const forms = [];
      for (const { encoding, bytes } of await compress(body)) {
        const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 40);
        await writeFile(join(beside, tag), bytes);
        forms.push({ encoding, tag, byteCount: bytes.length });
      }
      listed.push({ pathname, headers: { "Content-Type": mediaType, ...headers }, forms });
    }
    await writeFile(join(beside, "documents.json"), `${JSON.stringify(listed, undefined, 2)}\n`);
    await rm(folder, { recursive: true, force: true });
    await rename(beside, folder);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** A body in one encoding; `identity` is uncompressed. */
type BodyForm = { readonly encoding: "br" | "gzip" | "identity"; readonly bytes: Buffer };

/** Below this size, compression saves no packet. */
const compressedBytesMin = 1_400;

/** Encodes a body in each encoding that makes it smaller, smallest first, and uncompressed at the end. */
async function compress(body: Buffer): Promise<readonly BodyForm[]> {
  const plain: BodyForm = { encoding: "identity", bytes: body };
  if (body.length < compressedBytesMin) return [plain];
  // Quality 9 takes a quarter of a second for the page's script; 11 takes six seconds for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const packed: readonly BodyForm[] = [
    { encoding: "br", bytes: await promisify(brotliCompress)(body, { params }) },
    { encoding: "gzip", bytes: await promisify(gzip)(body, { level: 9 }) },
  ];
  const smaller = packed.filter(({ bytes }) => bytes.length < body.length);
  return [...smaller.sort((one, other) => one.bytes.length - other.bytes.length), plain];
}
