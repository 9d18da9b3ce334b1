import { expect, test } from "vitest";
import { readDocumentText } from "../read-document.ts";
import { setVersion } from "./plan-stamp.ts";
import { plantedText, replaceOnce } from "./planted.ts";

/** The line of the version after it was set to 1.1.0, where it was written like this before. */
function lineAfter(written: string): string | undefined {
  const reading = readDocumentText("planted.yaml", replaceOnce(plantedText, "  version: 1.0.24", written));
  if (reading.kind === "faulty") throw new Error("The planted document is not sound.");
  return setVersion(reading, "1.1.0")?.split("\n")[3];
}

test("Quotes, spaces and a comment around the version stay as they are", () => {
  expect(lineAfter("  version: 1.0.24")).toBe("  version: 1.1.0");
  expect(lineAfter('  version:   "1.0.24"')).toBe('  version:   "1.1.0"');
  expect(lineAfter("  version: '1.0.24' # Moved by releases alone.")).toBe(
    "  version: '1.1.0' # Moved by releases alone.",
  );
});

test("A version that is not on a line of its own is left alone", () => {
  expect(lineAfter("  version:\n    1.0.24")).toBe(undefined);
});
