import { makeNameLexicons, type NameLexicons } from "./lexicon/mend-name.ts";
import { makePlaceLexicons, type PlaceLexicons } from "./lexicon/mend-place.ts";
import { type MrzTemplates, makeMrzTemplates } from "./mrz/read-mrz.ts";

/** What is computed once and used for each card. */
export interface ReaderTables {
  readonly mrz: MrzTemplates;
  readonly names: NameLexicons;
  readonly places: PlaceLexicons;
}

/** Computes templates and lexicons, in some tens of milliseconds. */
export function makeReaderTables(): ReaderTables {
  return { mrz: makeMrzTemplates(), names: makeNameLexicons(), places: makePlaceLexicons() };
}
