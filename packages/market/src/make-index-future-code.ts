import { type IndexFuture, indexCodes, monthCharacters, yearCharacters, yearFirst } from "./index-future.ts";

/** Writes the code of an index future; there is none for an index without futures, or out of the codes' years. */
export function makeIndexFutureCode({ underlyingSymbolCode, year, month }: IndexFuture): string {
  const indexCode = indexCodes.get(underlyingSymbolCode);
  const yearCharacter = yearCharacters[year - yearFirst];
  const monthCharacter = monthCharacters[month - 1];
  if (indexCode === undefined || yearCharacter === undefined || monthCharacter === undefined) {
    throw new RangeError(`There is no code for a future on ${underlyingSymbolCode} of ${year}-${month}.`);
  }
  return `41${indexCode}${yearCharacter}${monthCharacter}000`;
}
