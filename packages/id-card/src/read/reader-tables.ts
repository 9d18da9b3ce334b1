import { makeNameLexicons, type NameLexicons } from "./lexicon/mend-name.ts";
import { makePlaceLexicons, type PlaceLexicons } from "./lexicon/mend-place.ts";
import { type MrzTemplates, makeMrzTemplates } from "./mrz/read-mrz.ts";

/** What is computed once for machine-readable lines, and is all that a reader without print takes. */
export interface LineTables {
  readonly mrz: MrzTemplates;
}

/** What is computed once and used for each card. */
export interface ReaderTables extends LineTables {
  readonly names: NameLexicons;
  readonly places: PlaceLexicons;
}

/** Computes templates and lexicons, in some tens of milliseconds. */
export function makeReaderTables(): ReaderTables {
  return { mrz: makeMrzTemplates(), names: makeNameLexicons(), places: makePlaceLexicons() };
}
