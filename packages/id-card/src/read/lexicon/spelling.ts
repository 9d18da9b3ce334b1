import { foldText, tonesOf } from "./compare-text.ts";
import { lettersOf } from "./lexicon.ts";

/**
 * The listed name in the spelling that was read, if both are in use: capitals within a word (Cư KTy), i or y (Phú Quý), with or
 * without a breve (Đăk Pơ), with or without spaces around a hyphen (Phan Rang-Tháp Chàm), a tone on either vowel (Hòa, Hoà).
 */
export function keepSpelling(name: string, read: string, isListed: (name: string) => boolean): string {
  const isSame = read.toLocaleLowerCase("vi") === name.toLocaleLowerCase("vi");
  if (isSame && /[\p{L}'’]\p{Lu}/u.test(name)) return read;
  if (isListed(read) && (isSame || withoutBreves(read) === withoutBreves(name))) return read;
  if (name.replaceAll(" - ", "-") === read) return read;
  const seen = read.split(" ");
  // Accents of other words may have been lost: Kiên Thuỵ is Kiến Thuỵ rather than Kiến Thụy.
  const toned = name
    .split(" ")
    .map((word, index) => (isToneElsewhere(seen[index] ?? "", word) ? seen[index] : word))
    .join(" ");
  const letters = foldText(read);
  if (letters.length !== name.length || lettersOf(read) !== lettersOf(name)) return toned;
  // Takes i or y from the text that was read.
  const spelt = [...toned.normalize("NFD")];
  let at = -1;
  return spelt
    .map((character) => {
      if (!/\p{M}/u.test(character)) at += 1;
      return /^[iy]$/.test(character) && /^[iy]$/.test(letters[at] ?? "")
        ? (letters[at] ?? character)
        : character;
    })
    .join("")
    .normalize("NFC");
}

/** What was read for a name, with an a in place of an o at the end of a word in `oa`: Hoả rather than Hoỏ for Hỏa. */
export function withVowelsOf(name: string, read: string): string {
  const seen = read.split(" ");
  const words = name.split(" ");
  if (seen.length !== words.length) return read;
  return seen
    .map((word, index) =>
      /oa$/.test(foldText(words[index] ?? ""))
        ? word
            .normalize("NFD")
            .replace(/(?<=o\p{M}?)o(?=[\u0300\u0301\u0303\u0309\u0323]?$)/u, "a")
            .normalize("NFC")
        : word,
    )
    .join(" ");
}

/** Whether a name has the same tones on the other vowel of a word, as in Hoà and Hòa: both spellings are in use. */
export function isToneElsewhere(read: string, name: string): boolean {
  const seen = read.split(" ");
  return (
    read !== name &&
    haveSameTones(read, name) &&
    name.split(" ").every((word, index) => word === seen[index] || endsInVowelPair(word))
  );
}

/** Whether two texts are equal but for the vowels on which their tones stand. */
export function haveSameTones(one: string, other: string): boolean {
  return withoutTones(one) === withoutTones(other) && tonesOf(one) === tonesOf(other);
}

/** Whether a name has a tone that may stand on either vowel, and it was not read. */
export function isTonePlaceUnread(read: string, name: string): boolean {
  const seen = read.split(" ");
  return name
    .split(" ")
    .some(
      (word, index) =>
        endsInVowelPair(word) && tonesOf(word) !== "" && tonesOf(seen[index] ?? "") !== tonesOf(word),
    );
}

function endsInVowelPair(word: string): boolean {
  return /(o[ae]|(?<!q)uy)$/i.test(foldText(word));
}

function withoutTones(text: string): string {
  return text.normalize("NFD").replaceAll(/[\u0300\u0301\u0303\u0309\u0323]/g, "");
}

function withoutBreves(name: string): string {
  return name.normalize("NFD").replaceAll("\u0306", "");
}
