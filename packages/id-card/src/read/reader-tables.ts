import { makeNameLexicons, type NameLexicons } from "./lexicon/correct-name.ts";
import { makePlaceLexicons, type PlaceLexicons } from "./lexicon/correct-place.ts";
import type { LexiconTexts } from "./lexicon/lexicon.ts";
import { type MrzTemplates, makeMrzTemplates } from "./mrz/read-mrz.ts";

/** The tables of a reader without OCR: character templates of the machine-readable lines. */
export interface MrzTables {
  readonly mrz: MrzTemplates;
}

/** The tables of a reader with OCR: templates, names and places. Make them once and use them for every card. */
export interface ReaderTables extends MrzTables {
  readonly names: NameLexicons;
  readonly places: PlaceLexicons;
}

/**
 * Builds the tables for `readCard` from the texts of the files in the folder `lexicons` of this package, which takes some
 * 0.1 s. Do it once.
 */
export function makeReaderTables(texts: LexiconTexts): ReaderTables {
  return { mrz: makeMrzTemplates(), names: makeNameLexicons(texts), places: makePlaceLexicons(texts) };
}
