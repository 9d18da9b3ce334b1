/** The lexicons, read from the files of this package. */

import { readFile } from "node:fs/promises";
import type { LexiconTexts } from "../read/lexicon/lexicon.ts";

/**
 * Reads the texts for `makeReaderTables`. Elsewhere than on Node, load them as text from `@trading-oms/id-card/lexicons/*.txt`.
 */
export async function readLexicons(): Promise<LexiconTexts> {
  // The folder lies beside `src` and `dist`.
  const read = (name: string) => readFile(new URL(`../../lexicons/${name}.txt`, import.meta.url), "utf8");
  const [surnames, givenNames, rareGivenNames, provinces, places, unitsBefore2025, unitsSince2025] =
    await Promise.all([
      read("surnames"),
      read("given-names"),
      read("rare-given-names"),
      read("provinces"),
      read("places"),
      read("units-before-2025"),
      read("units-since-2025"),
    ]);
  return { surnames, givenNames, rareGivenNames, provinces, places, unitsBefore2025, unitsSince2025 };
}
