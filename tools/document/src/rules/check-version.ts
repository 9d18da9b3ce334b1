import type { Complaint } from "../check-vocabulary.ts";
import { type Fields, isFields } from "../walk-document.ts";

/** The version is three whole numbers, because change control compares them. */
export function checkVersion(document: Fields): Complaint[] {
  const version = isFields(document["info"]) ? document["info"]["version"] : undefined;
  if (typeof version === "string" && /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return [];
  const message = `info.version ${JSON.stringify(version) ?? "is missing and"} is not a version; write three numbers such as 1.0.24`;
  return [{ pointer: ["info", "version"], message }];
}
