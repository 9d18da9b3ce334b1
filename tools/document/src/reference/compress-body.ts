import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A body in one encoding; `identity` is as it was. */
export type BodyForm = { readonly encoding: "br" | "gzip" | "identity"; readonly bytes: Buffer };

/** Below this a compressed body saves no packet. */
const compressedBytesMin = 1_400;

/** Gives a body in each encoding that makes it smaller, the smallest first, and as it is at the end. */
export async function compressBody(body: Buffer): Promise<readonly BodyForm[]> {
  const plain: BodyForm = { encoding: "identity", bytes: body };
  if (body.length < compressedBytesMin) return [plain];
  const packed: readonly BodyForm[] = [
    { encoding: "br", bytes: await compressBrotli(body, { params: brotliSettings(body) }) },
    { encoding: "gzip", bytes: await compressGzip(body, { level: 9 }) },
  ];
  const smaller = packed.filter(({ bytes }) => bytes.length < body.length);
  return [...smaller.sort((one, other) => one.bytes.length - other.bytes.length), plain];
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

function brotliSettings(body: Buffer): Record<number, number> {
  return {
    // Quality 9 takes a quarter of a second for the page's script; 11 takes six seconds for a tenth less.
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
}
