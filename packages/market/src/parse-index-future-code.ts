import { type IndexFuture, indexCodes, monthCharacters, yearCharacters, yearFirst } from "./index-future.ts";

/**
 * Reads the code of an index future, such as `41I1F4000`: group 4, 1 for a future, I1 for VN30, F for 2025, 4 for
 * April. A year's character returns after thirty years, so that it is read as one from 2025 to 2054.
 */
export function parseIndexFutureCode(code: string): IndexFuture | undefined {
  const matched = /^41(..)(.)(.)000$/.exec(code);
  // Nearly every symbol is another's, and each cover asks.
  if (matched === null) return undefined;
  const [, indexCode, yearCharacter = "", monthCharacter = ""] = matched;
  const [underlyingSymbolCode] = [...indexCodes].find(([, each]) => each === indexCode) ?? [];
  const yearOffset = yearCharacters.indexOf(yearCharacter);
  const monthOffset = monthCharacters.indexOf(monthCharacter);
  if (underlyingSymbolCode === undefined || yearOffset < 0 || monthOffset < 0) return undefined;
  return { underlyingSymbolCode, year: yearFirst + yearOffset, month: monthOffset + 1 };
}
