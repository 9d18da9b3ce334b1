import { accentDistance, foldText, isCloseTo, tonesOf } from "./compare-text.ts";
import { type Lexicon, lettersOf } from "./lexicon.ts";
import { keepSpelling } from "./spelling.ts";

const wordsOfPhraseMax = 5;

/** The cost of a word by where it was found. A phrase costs less than its syllables. */
const costs = { known: 0, kind: 0.05, phrase: 0.15, syllable: 0.5, unknown: 1.1 };

/** Three words hardly have the letters of a listed name by chance, so their accents cost less. */
const costOfAccentsInLong = 0.5;

/** A name with a larger distance of accents may be another one, which is in no list. */
const accentsOfSureName = 0.4;
const certaintyOfOtherAccents = 0.86;

/** With a larger distance of accents per word, a word is not a misread kind. */
const accentsOfKindMax = 0.65;

/** The lexicons for a part of a place. `more` is searched after `phrases`, at a higher cost. */
export interface PartLexicons {
  readonly known: Lexicon;
  readonly kinds: Lexicon;
  readonly phrases: Lexicon;
  readonly more: Lexicon;
  /** Whether `phrases` are the provinces, so that one with a misread letter is found as well. */
  readonly isProvince: boolean;
  readonly syllables: Lexicon;
  /** Whether the typeface has a round a, which OCR reads as o. */
  readonly hasRoundA: boolean;
}

/** A part of a place, corrected. */
export interface MendedPart {
  readonly text: string;
  /** Whether it ends with a name of more than one word. */
  readonly isName: boolean;
  readonly cost: number;
  readonly confidence: number;
  readonly weight: number;
}

/** Reads the words of a part as a sequence of phrases and syllables with the lowest cost. */
export function correctPart(part: string, lexicons: PartLexicons): MendedPart {
  const words = part.split(/\s+/);
  const best: MendedPart[] = [{ text: "", isName: false, cost: 0, confidence: 1, weight: 0 }];
  for (let end = 1; end <= words.length; end += 1) {
    let cheapest: MendedPart | undefined;
    for (let start = Math.max(0, end - wordsOfPhraseMax); start < end; start += 1) {
      const before = best[start] as MendedPart;
      const isNumbered = /^\d/.test(words[end] ?? "");
      const phrase = readPhrase(words.slice(start, end), isNumbered, lexicons);
      if (phrase === undefined) continue;
      const cost = before.cost + phrase.cost;
      if (cheapest !== undefined && cost >= cheapest.cost) continue;
      // The comma between two adjacent names was lost.
      const gap = before.text === "" ? "" : before.isName && phrase.isName ? ", " : " ";
      cheapest = {
        text: before.text + gap + phrase.text,
        isName: phrase.isName,
        cost,
        confidence: before.confidence * phrase.confidence,
        weight: before.weight + phrase.weight,
      };
    }
    best.push(cheapest as MendedPart);
  }
  return best[words.length] as MendedPart;
}

function readPhrase(
  words: readonly string[],
  isNumbered: boolean,
  lexicons: PartLexicons,
): MendedPart | undefined {
  const read = words.join(" ");
  const isWord = words.length === 1;
  // A single letter before a number is a remainder of Ấp or Tổ, or an abbreviation.
  if (isWord && isNumbered && /^\p{L}$/u.test(read))
    return { text: read, isName: false, cost: costs.unknown, confidence: 0.6, weight: -1 };
  const choices = [
    ...choose(read, lexicons.known, costs.known, 0.99),
    ...(isNumbered ? chooseNumbered(read, lexicons) : choose(read, lexicons.kinds, costs.kind, 0.995)),
    ...choose(read, lexicons.phrases, costs.phrase, 0.985),
    ...choose(read, lexicons.more, costs.phrase + 0.1, 0.95),
    ...(lexicons.isProvince || words.some((word) => isOdd(word, lexicons.syllables))
      ? chooseClose(read, lexicons.phrases)
      : []),
    ...(isWord ? choose(read, lexicons.syllables, costs.syllable, 0.95) : []),
    ...(isWord && !lexicons.hasRoundA ? chooseWithA(read, lexicons.syllables) : []),
    ...(lexicons.hasRoundA ? chooseVariants(words, lexicons) : []),
  ];
  if (isWord) {
    const isNumber = /^[\dA-Z/.-]*\d[\dA-Z/.-]*$/i.test(read) || read === "-";
    // CT2 is a block, K12 or H3 an alley, P501 a room; P5 may be the ward P.5. Letters like digits are rather misread ones.
    const isClear = /^((CT|[HK]|P(?=\d{3}))?\d[\d/-]*[A-FHK-NP-RT-Ya-f]?|-)$/.test(read);
    choices.push({
      text: isNumber ? read : evenCapitals(read),
      isName: false,
      cost: isNumber ? 0.1 : costs.unknown,
      confidence: isClear ? 0.995 : isNumber ? 0.8 : 0.7,
      weight: isNumber ? 0 : -read.length,
    });
  }
  return choices.reduce<MendedPart | undefined>(
    (best, each) => (best && best.cost <= each.cost ? best : each),
    undefined,
  );
}

function choose(read: string, lexicon: Lexicon, cost: number, confidence: number): MendedPart[] {
  const entries = lexicon.get(lettersOf(read)) ?? [];
  const distances = entries.map((entry) => accentDistance(read, entry));
  return entries.map((entry, rank) => {
    const distance = distances[rank] ?? 0;
    const isSyllable = cost >= costs.syllable;
    const isLong = entry.split(" ").length >= 3;
    const leadMin = isSyllable ? 0.5 : 0.4;
    const isAmbiguous = distances.some((each, index) => index !== rank && each < distance + leadMin);
    const isDoubted = isAmbiguous || (isSyllable && distance > 0);
    const isNamed = /^\p{Lu}/u.test(entry);
    const certainty = isDoubted
      ? 0.82
      : isNamed && distance > accentsOfSureName
        ? certaintyOfOtherAccents
        : 1;
    return {
      text: withCapitalsOf(read, isNamed ? keepSpelling(entry, read, () => false) : entry),
      isName: entry.includes(" ") && isNamed,
      cost: cost + distance * (isLong ? costOfAccentsInLong : 1) + 0.03 * rank,
      confidence: confidence * certainty,
      weight: isSyllable ? entry.length / 2 : entry.length,
    };
  });
}

/** Words before a number are a kind, such as tổ, if only accents differ. One with another tone may equally be a name. */
function chooseNumbered(read: string, { kinds, syllables }: PartLexicons): MendedPart[] {
  const letters = lettersOf(read);
  const word = read.toLocaleLowerCase("vi");
  const isListed = syllables.get(letters)?.includes(word) === true;
  const alike = (kinds.get(letters) ?? []).filter((kind) => mayBeKind(word, kind));
  return alike.map((kind) => {
    const isOwn = isListed && hasOtherTone(word, kind);
    return {
      text: isOwn ? read : withCapitalsOf(read, kind),
      isName: false,
      cost: costs.kind,
      confidence: isOwn ? 0.7 : 0.995,
      weight: kind.length,
    };
  });
}

function mayBeKind(word: string, kind: string): boolean {
  const isBare = foldText(word) === word;
  return isBare || accentDistance(word, kind) < accentsOfKindMax * kind.split(" ").length;
}

/** Whether a word has a tone that differs from that of the kind. */
function hasOtherTone(word: string, kind: string): boolean {
  return tonesOf(word) !== "" && tonesOf(word) !== tonesOf(kind);
}

/** Whether a word is similar to no syllable of a place. */
function isOdd(word: string, syllables: Lexicon): boolean {
  const entries = syllables.get(lettersOf(word)) ?? [];
  return entries.every((entry) => accentDistance(word.toLocaleLowerCase("vi"), entry) > 0.8);
}

/** A word that is no syllable may have an a that was read as an o. */
function chooseWithA(read: string, syllables: Lexicon): MendedPart[] {
  if (syllables.has(lettersOf(read))) return [];
  const withA = read.normalize("NFD").replaceAll("o", "a").normalize("NFC");
  return choose(withA, syllables, costs.syllable + 0.2, 0.9);
}

/** The listed name within one letter of what was read, if only one spelling without accents is. Accents choose among its entries. */
function chooseClose(read: string, lexicon: Lexicon): MendedPart[] {
  const letters = lettersOf(read);
  if (letters.length < 5 || lexicon.has(letters)) return [];
  const close = [...lexicon].filter(([key]) => key.length >= 5 && isCloseTo(letters, key));
  const [only] = close;
  if (only === undefined || close.length > 1) return [];
  const [entry = "", next] = only[1].toSorted((a, b) => countStrayMarks(read, a) - countStrayMarks(read, b));
  const isDoubted = next !== undefined && countStrayMarks(read, next) === countStrayMarks(read, entry);
  const text = withCapitalsOf(read, entry);
  const confidence = isDoubted ? 0.6 : 0.72;
  return [{ text, isName: entry.includes(" "), cost: 0.9, confidence, weight: entry.length / 2 }];
}

/** The number of marks of an entry that were not read anywhere in the word, since its letters cannot be aligned. */
function countStrayMarks(read: string, entry: string): number {
  const seen: readonly string[] = read.normalize("NFD").match(/\p{M}/gu) ?? [];
  return (entry.normalize("NFD").match(/\p{M}/gu) ?? []).filter((mark) => !seen.includes(mark)).length;
}

const replacedLettersMax = 4;

const horn = "\u031b";

/** In a typeface with a round a, each o may be an a. Listed phrases decide, and the order of syllables by frequency. */
function chooseVariants(words: readonly string[], { phrases, kinds, syllables }: PartLexicons): MendedPart[] {
  const read = words.join(" ");
  const variants = variantsWithA(read);
  const isWord = words.length === 1;
  return variants.flatMap((variant) => [
    ...choose(variant, kinds, costs.kind + 0.1, 0.95),
    ...choose(variant, phrases, costs.phrase + 0.1, 0.95),
    ...(isWord ? choose(variant, syllables, costs.syllable + 0.1, 0.9) : []),
  ]);
}

/** All variants of a text with some of its o's replaced by a. */
function variantsWithA(read: string): string[] {
  const characters = [...read.normalize("NFD")];
  const places = characters.flatMap((character, at) => (/o/i.test(character) ? [at] : []));
  if (places.length > replacedLettersMax) return [];
  return Array.from({ length: 2 ** places.length - 1 }, (_, choice) => {
    const changed = characters.map((character, at) => {
      const isChosen = (letter: number) =>
        places.includes(letter) && (((choice + 1) >> places.indexOf(letter)) & 1) === 1;
      if (character === horn && isChosen(at - 1)) return "";
      return isChosen(at) ? (character === "o" ? "a" : "A") : character;
    });
    return changed.join("").normalize("NFC");
  });
}

/** A capital within a lower-case word was misread, unless it follows the stop of an abbreviation. */
function evenCapitals(word: string): string {
  const even = (part: string) =>
    part.slice(1) === part.slice(1).toLocaleUpperCase("vi")
      ? part
      : part.charAt(0) + part.slice(1).toLocaleLowerCase("vi");
  return word.split(".").map(even).join(".");
}

/** The entry with its own capitals if it is a name, otherwise with the first letter as read. Text in capitals stays so. */
function withCapitalsOf(read: string, entry: string): string {
  if (read.length > 2 && read === read.toLocaleUpperCase("vi")) return entry.toLocaleUpperCase("vi");
  const isName = entry !== entry.toLocaleLowerCase("vi");
  const first = read.charAt(0);
  const isCapital = first !== first.toLocaleLowerCase("vi");
  return isName || !isCapital ? entry : entry.charAt(0).toLocaleUpperCase("vi") + entry.slice(1);
}
