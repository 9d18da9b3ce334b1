import type { FoundEntries } from "./contender.ts";
import { renderHead } from "./render-searches.ts";

const comma = Buffer.from(",");
const end = Buffer.from("]}");

/** The body of a search, of what was written of each instrument before. */
export function joinEntries(id: string, beganMs: number, found: FoundEntries): Buffer {
  const parts: Uint8Array[] = [Buffer.from(renderHead(id, beganMs, found))];
  for (const [index, entry] of found.entries.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(entry);
  }
  parts.push(end);
  return Buffer.concat(parts);
}
