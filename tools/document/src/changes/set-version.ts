import { readDocumentText, type SoundDocument } from "../read-document.ts";
import { versionOf } from "./version-of.ts";

/**
 * Writes another `info.version` into the text of a document and leaves every other character as it is; undefined
 * where the line is written in a way that cannot be edited surely.
 */
export function setVersion({ path, text, placeOf }: SoundDocument, version: string): string | undefined {
  const lines = text.split("\n");
  const index = placeOf(["info", "version"]).line - 1;
  const found = /^(\s*version:\s*)(["']?)[^\s"'#]+\2(\s*(#.*)?)$/.exec(lines[index] ?? "");
  if (found === null) return undefined;
  const [, key = "", quote = "", rest = ""] = found;
  const edited = lines.with(index, `${key}${quote}${version}${quote}${rest}`).join("\n");
  const reading = readDocumentText(path, edited);
  return reading.kind === "read" && versionOf(reading.document) === version ? edited : undefined;
}
