import { createHash } from "node:crypto";
import type { Fields } from "../walk-document.ts";
import { interfaceForm } from "./interface-part.ts";
import { writeCanonically } from "./write-canonically.ts";

/** A digest of all that programs depend on; rewording a description leaves it alone. */
export function digestInterface(document: Fields): string {
  return `sha256:${createHash("sha256")
    .update(writeCanonically(interfaceForm(document)))
    .digest("hex")}`;
}
