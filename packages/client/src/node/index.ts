/**
 * Helpers of the client for Node, Bun and Deno.
 *
 * @packageDocumentation
 */

import { readFile } from "node:fs/promises";

/**
 * Reads an image file for `parseIdCard`.
 *
 * @example
 * ```ts
 * import { createClient } from "@trading-oms/client";
 * import { imageFromFile } from "@trading-oms/client/node";
 *
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787" });
 * const { data } = await client.parseIdCard({ frontImage: await imageFromFile("front.jpg") });
 * console.log(data?.fullName);
 * ```
 */
export async function imageFromFile(path: string | URL): Promise<Uint8Array> {
  return readFile(path);
}
