import { expect, test } from "vitest";
import { replaceOnce } from "../cli/replace-once.ts";
import { readDocumentText } from "../read/read-document.ts";
import { setVersion } from "./plan-stamp.ts";
import { plantedText } from "./testing/planted.ts";

/** The version line after it was set to 1.1.0. */
function lineAfter(written: string): string | undefined {
  const reading = readDocumentText("planted.yaml", replaceOnce(plantedText, "  version: 1.0.24", written));
  if (reading.kind === "faulty") throw new Error("The planted document is not sound.");
  return setVersion(reading, "1.1.0")?.split("\n")[3];
}

test("keeps quotes, spaces and a comment around the version", () => {
  expect(lineAfter("  version: 1.0.24")).toBe("  version: 1.1.0");
  expect(lineAfter('  version:   "1.0.24"')).toBe('  version:   "1.1.0"');
  expect(lineAfter("  version: '1.0.24' # Moved by releases alone.")).toBe(
    "  version: '1.1.0' # Moved by releases alone.",
  );
});

test("does not edit a version that is not on its own line", () => {
  expect(lineAfter("  version:\n    1.0.24")).toBe(undefined);
});
