import { accentDistance, foldText, isCloseTo, tonesOf } from "./compare-text.ts";
import { type Lexicon, lettersOf } from "./lexicon.ts";

const wordsOfPhraseMax = 5;

/** What reading a word costs by where it was found; a phrase of several words is worth more than its syllables. */
const costs = { known: 0, kind: 0.05, phrase: 0.15, syllable: 0.5, unknown: 1.1 };

/** Accents of a word that stand further than this from those of what may be numbered were neither lost nor easily confused. */
const accentsOfKindMax = 0.65;

/** What the words of a part of a place are looked for in. */
export interface PartLexicons {
  readonly known: Lexicon;
  readonly kinds: Lexicon;
  readonly phrases: Lexicon;
  readonly more: Lexicon;
  readonly syllables: Lexicon;
  /** Whether the typeface has an a as round as an o. */
  readonly isRound: boolean;
}

/** A part of a place as it is most likely printed. */
export interface MendedPart {
  readonly text: string;
  /** Whether it ends with a name of more than one word. */
  readonly isName: boolean;
  readonly cost: number;
  readonly confidence: number;
  readonly weight: number;
}

/** The cheapest way to read the words of a part as phrases and syllables, one after another. */
export function mendPart(part: string, lexicons: PartLexicons): MendedPart {
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
      // Two names in a row have lost the comma between them.
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
  // A letter before a number is what is left of Ấp or Tổ, if it is not an abbreviation.
  if (isWord && isNumbered && /^\p{L}$/u.test(read))
    return { text: read, isName: false, cost: costs.unknown, confidence: 0.6, weight: -1 };
  const isProvince = lexicons.phrases !== lexicons.more;
  const choices = [
    ...choose(read, lexicons.known, costs.known, 0.99),
    ...(isNumbered ? chooseNumbered(read, lexicons) : choose(read, lexicons.kinds, costs.kind, 0.99)),
    ...choose(read, lexicons.phrases, costs.phrase, 0.97),
    ...choose(read, lexicons.more, costs.phrase + 0.1, 0.95),
    ...(isProvince || words.some((word) => isOdd(word, lexicons.syllables))
      ? chooseClose(read, lexicons.phrases)
      : []),
    ...(isWord ? choose(read, lexicons.syllables, costs.syllable, 0.95) : []),
    ...(isWord && !lexicons.isRound ? chooseRounded(read, lexicons.syllables) : []),
    ...(lexicons.isRound ? chooseInRound(words, lexicons) : []),
  ];
  if (isWord) {
    const isNumber = /^[\dA-Z/.-]*\d[\dA-Z/.-]*$/i.test(read) || read === "-";
    choices.push({
      text: isNumber ? read : evenCapitals(read),
      isName: false,
      cost: isNumber ? 0.1 : costs.unknown,
      confidence: isNumber ? 0.97 : 0.7,
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
    const rivalry = isSyllable ? 0.5 : 0.4;
    const isRivalled = distances.some((each, index) => index !== rank && each < distance + rivalry);
    const isDoubted = isRivalled || (isSyllable && distance > 0);
    return {
      text: withCapitalsOf(read, entry),
      isName: entry.includes(" ") && /^\p{Lu}/u.test(entry),
      cost: cost + distance + 0.03 * rank,
      confidence: isDoubted ? confidence * 0.82 : confidence,
      weight: isSyllable ? entry.length / 2 : entry.length,
    };
  });
}

/** What stands before a number says what is numbered, where its accents were lost or confused; a word with a tone of its own may as well be a name. */
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
      confidence: isOwn ? 0.7 : 0.98,
      weight: kind.length,
    };
  });
}

function mayBeKind(word: string, kind: string): boolean {
  const isBare = foldText(word) === word;
  return isBare || accentDistance(word, kind) < accentsOfKindMax * kind.split(" ").length;
}

/** Whether a word has a tone, and not the one of what may be numbered. */
function hasOtherTone(word: string, kind: string): boolean {
  return tonesOf(word) !== "" && tonesOf(word) !== tonesOf(kind);
}

/** Whether no syllable of a place is at all like a word. */
function isOdd(word: string, syllables: Lexicon): boolean {
  const entries = syllables.get(lettersOf(word)) ?? [];
  return entries.every((entry) => accentDistance(word.toLocaleLowerCase("vi"), entry) > 0.8);
}

/** In some typefaces an a is read as an o, which often makes a syllable that there is not. */
function chooseRounded(read: string, syllables: Lexicon): MendedPart[] {
  if (syllables.has(lettersOf(read))) return [];
  const unrounded = read.normalize("NFD").replaceAll("o", "a").normalize("NFC");
  return choose(unrounded, syllables, costs.syllable + 0.2, 0.9);
}

/** A name of which one letter was misread, lost or added; its accents are those of the list. */
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

/** How many accents of an entry were not read; of letters that differ, which accent sat on which does not tell. */
function countStrayMarks(read: string, entry: string): number {
  const seen: readonly string[] = read.normalize("NFD").match(/\p{M}/gu) ?? [];
  return (entry.normalize("NFD").match(/\p{M}/gu) ?? []).filter((mark) => !seen.includes(mark)).length;
}

const lettersRoundMax = 4;

const horn = "\u031b";

/** Where the a is as round as an o, each o may be an a; a phrase that there is tells, and so does which syllable is in more names. */
function chooseInRound(words: readonly string[], { phrases, kinds, syllables }: PartLexicons): MendedPart[] {
  const read = words.join(" ");
  const variants = unroundings(read);
  const isWord = words.length === 1;
  return variants.flatMap((variant) => [
    ...choose(variant, kinds, costs.kind + 0.1, 0.95),
    ...choose(variant, phrases, costs.phrase + 0.1, 0.95),
    ...(isWord ? choose(variant, syllables, costs.syllable + 0.1, 0.9) : []),
  ]);
}

/** A text with each choice of its o's being an a, but for the text itself. */
function unroundings(read: string): string[] {
  const signs = [...read.normalize("NFD")];
  const places = signs.flatMap((sign, at) => (/o/i.test(sign) ? [at] : []));
  if (places.length > lettersRoundMax) return [];
  return Array.from({ length: 2 ** places.length - 1 }, (_, choice) => {
    const changed = signs.map((sign, at) => {
      const isChosen = (letter: number) =>
        places.includes(letter) && (((choice + 1) >> places.indexOf(letter)) & 1) === 1;
      if (sign === horn && isChosen(at - 1)) return "";
      return isChosen(at) ? (sign === "o" ? "a" : "A") : sign;
    });
    return changed.join("").normalize("NFC");
  });
}

/** A capital in the middle of a small word was misread. */
function evenCapitals(word: string): string {
  const rest = word.slice(1);
  return rest === rest.toLocaleUpperCase("vi") ? word : word.charAt(0) + rest.toLocaleLowerCase("vi");
}

/** A name has the capitals of its entry; another word has its first as it was read. Print in capitals stays so. */
function withCapitalsOf(read: string, entry: string): string {
  if (read.length > 2 && read === read.toLocaleUpperCase("vi")) return entry.toLocaleUpperCase("vi");
  const isName = entry !== entry.toLocaleLowerCase("vi");
  const first = read.charAt(0);
  const isCapital = first !== first.toLocaleLowerCase("vi");
  return isName || !isCapital ? entry : entry.charAt(0).toLocaleUpperCase("vi") + entry.slice(1);
}
