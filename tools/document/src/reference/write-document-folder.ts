import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compressBody } from "./compress-body.ts";
import type { GatheredDocument } from "./gather-documents.ts";
import { digestBytes } from "./make-content.ts";

/**
 * Fills a folder with all bodies, each in the encodings worth having, and `documents.json`, which lists them.
 *
 * Files are named by the digest of their bytes, which is also their tag. So a server that is still running finds
 * either the bytes that it has told of, or none; and where a host serves the folder by itself, no path of the service
 * leads into it past the service.
 */
export async function writeDocumentFolder(
  folder: string,
  documents: readonly GatheredDocument[],
): Promise<void> {
  const beside = `${folder}.${process.pid}.tmp`;
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(beside);
    const listed = [];
    for (const document of documents) listed.push(await writeBodies(beside, document));
    await writeFile(join(beside, "documents.json"), `${JSON.stringify(listed, undefined, 2)}\n`);
    await rm(folder, { recursive: true, force: true });
    await rename(beside, folder);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

async function writeBodies(folder: string, { pathname, content, headers }: GatheredDocument) {
  const forms = [];
  for (const { encoding, bytes } of await compressBody(content.body)) {
    const tag = digestBytes(bytes);
    await writeFile(join(folder, tag), bytes);
    forms.push({ encoding, tag, byteCount: bytes.length });
  }
  return { pathname, headers: { "Content-Type": content.mediaType, ...headers }, forms };
}
