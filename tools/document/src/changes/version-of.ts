import { type Fields, isFields } from "../walk-document.ts";

/** The version that a document says it has. */
export function versionOf(document: Fields): unknown {
  return isFields(document["info"]) ? document["info"]["version"] : undefined;
}
