import { type Fields, isFields } from "@trading-oms/document";

/** The version that a document says it has. */
export function versionOf(document: Fields): unknown {
  return isFields(document["info"]) ? document["info"]["version"] : undefined;
}
