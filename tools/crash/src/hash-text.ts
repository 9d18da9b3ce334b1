import { createHash } from "node:crypto";

/** The SHA-256 of a text, in hexadecimal digits. */
export async function hashText(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}
