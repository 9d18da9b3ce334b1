import { readFile } from "node:fs/promises";

/**
 * Reads an image from a file, for `parseIdCard`.
 *
 * @example
 * await client.parseIdCard({ front: await imageFromFile("front.jpg") });
 */
export async function imageFromFile(path: string | URL): Promise<Uint8Array> {
  return readFile(path);
}
