import type { InstrumentRecord } from "./instrument.ts";

const symbolCharacters = /^[A-Za-z0-9._-]{1,32}$/;
const charactersMax = 200;
const aliasesMax = 20;
const symbolFields = ["symbol", "tickerCode", "underlyingSymbolCode"] as const;
const namesNeeded = ["name", "companyName"] as const;
const namesOptional = ["sectorLevel1", "sectorLevel2", "sectorLevel3", "industryName", "logoId"] as const;

/** Judges the texts of a row: what a path can carry, and what a screen can show. */
export function judgeTexts(record: InstrumentRecord): string[] {
  const symbols = symbolFields.filter((field) => !symbolCharacters.test(record[field] ?? "-"));
  const names = namesNeeded.filter((field) => !isShown(record[field]));
  const others = namesOptional.filter((field) => !isShown(record[field] ?? "-"));
  return [
    ...symbols.map((field) => `${field} is ${quote(record[field])}: write 1 to 32 of A–Z a–z 0–9 . _ -.`),
    ...names.map((field) => `${field} is ${quote(record[field])}: write 1 to ${charactersMax} ${visible}.`),
    ...others.map(
      (field) =>
        `${field} is ${quote(record[field])}: write 1 to ${charactersMax} ${visible}, or leave it out.`,
    ),
    ...judgeAliases(record.aliases ?? []),
  ];
}

function judgeAliases(aliases: readonly string[]): string[] {
  if (aliases.length > aliasesMax) return [`aliases are ${aliases.length}: write ${aliasesMax} at most.`];
  return aliases
    .filter((alias) => !isShown(alias))
    .map((alias) => `an alias is ${quote(alias)}: write 1 to ${charactersMax} ${visible}, or leave it out.`);
}

const visible = "characters, none of them a control character, no space at either end";

function isShown(text: string): boolean {
  const characterCount = [...text].length;
  const isWhole = text.isWellFormed() && text.trim() === text && !/\p{Cc}/u.test(text);
  return isWhole && characterCount >= 1 && characterCount <= charactersMax;
}

/** Shows what would otherwise not be seen, and no more of it than tells which text is meant. */
function quote(text: string | undefined): string {
  const shown = (text ?? "").toWellFormed();
  return JSON.stringify(shown.length > 40 ? `${[...shown].slice(0, 40).join("")}…` : shown);
}
