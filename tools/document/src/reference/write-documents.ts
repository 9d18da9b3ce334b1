import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { readCommand } from "../command.ts";
import { type DocumentEntry, openapiFolder } from "../registry.ts";
import { type Gathered, gatherDocuments } from "./documents.ts";

const usage = `Writes what a server shows of the OpenAPI documents into a folder: their bytes, their page, their examples.

  --into FOLDER        the folder to fill with what every server shows; what it held before is gone
  --desk-into FOLDER   the folder to fill with what a server shows besides where its desk is on
  --from FOLDER        the folder of the documents and their examples   (openapi)
  --help               this text

A folder is replaced as a whole or not at all. Exit codes: 0 written, 1 refused, 2 used wrongly.`;

async function writeDocuments(words: readonly string[]): Promise<number> {
  const options = {
    into: { type: "string" },
    "desk-into": { type: "string" },
    from: { type: "string", default: openapiFolder },
  } as const;
  const command = readCommand({ words, options, usage, output: console });
  if ("exitCode" in command) return command.exitCode;
  const { into, from, "desk-into": deskInto } = command.values;
  if (into === undefined) {
    console.error(`--into has to name a folder.\n\n${usage}`);
    return 2;
  }
  const isShown = ({ isServedEverywhere }: DocumentEntry): boolean => isServedEverywhere;
  const gathering = await gatherDocuments(resolve(from), { isShown });
  const withDesk = await gatherDocuments(resolve(from));
  if (gathering.kind === "faulty" || withDesk.kind === "faulty") {
    const faults = [gathering, withDesk].flatMap((each) => (each.kind === "faulty" ? each.faults : []));
    console.error([...new Set(faults)].join("\n"));
    return 1;
  }
  await writeFolder(resolve(into), gathering.documents);
  if (deskInto === undefined) return 0;
  const isNew = ({ pathname, body }: Gathered): boolean =>
    !gathering.documents.some((each) => each.pathname === pathname && each.body.equals(body));
  await writeFolder(resolve(deskInto), withDesk.documents.filter(isNew));
  return 0;
}

/**
 * Writes all files in their useful encodings, and `documents.json`, which lists them.
 *
 * Files are named by the digest of their bytes, which is also their ETag. A running server therefore finds either the
 * bytes that it announced or none, and a host that serves the folder directly exposes no path of the service.
 */
async function writeFolder(folder: string, documents: readonly Gathered[]): Promise<void> {
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

if (import.meta.main) process.exitCode = await writeDocuments(process.argv.slice(2));
