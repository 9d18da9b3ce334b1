import { accentDistance } from "./accent-distance.ts";
import { type FoundUnit, findUnits } from "./find-units.ts";
import { isCloseTo } from "./is-close-to.ts";
import { type Lexicon, lettersOf, makeLexicon } from "./make-lexicon.ts";
import { listUnitNames, makeUnit, makeUnitTrees, type Unit } from "./make-unit-trees.ts";
import { placeNames, provinceNames } from "./place-names.ts";

/** Places of the country, and the syllables that their names are made of. */
export interface PlaceLexicons {
  readonly phrases: Lexicon;
  readonly provinces: Lexicon;
  readonly syllables: Lexicon;
  /** Provinces with all that lies in them. */
  readonly units: readonly Unit[];
}

/** A place with its accents mended, and how sure that is, 0 to 1. */
export interface MendedPlace {
  readonly place: string;
  readonly confidence: number;
  /** How much of it is made of names that are known: their letters, less those of other words. */
  readonly weight: number;
}

/** Words that stand before a name and say what it names. */
const kinds =
  "tổ dân phố|tổ|thôn|xóm|ấp|khóm|khu phố|khu|đường|phố|ngõ|ngách|hẻm|kiệt|số|phường|xã|thị trấn|quận|huyện|thị xã|thành phố|tỉnh|bản|buôn|làng|đội|cụm|khối|chung cư|tòa|lô";

const wordsOfPhraseMax = 5;

/** What reading a word costs by where it was found; a phrase of several words is worth more than its syllables. */
const costs = { known: 0, kind: 0.05, phrase: 0.15, syllable: 0.5, unknown: 1.1 };

/** Makes the lexicons that `mendPlace` looks in. */
export function makePlaceLexicons(): PlaceLexicons {
  const units = makeUnitTrees();
  const names = [
    ...new Set([...provinceNames.split("|"), ...placeNames.split("|"), ...listUnitNames(units)]),
  ];
  const syllables = new Map<string, number>();
  for (const name of names) {
    for (const word of name.toLocaleLowerCase("vi").split(" "))
      syllables.set(word, (syllables.get(word) ?? 0) + 1);
  }
  const byUse = [...syllables].sort(([, a], [, b]) => b - a).map(([word]) => word);
  return {
    phrases: makeLexicon(names),
    provinces: makeLexicon(provinceNames.split("|")),
    syllables: makeLexicon(byUse),
    units,
  };
}

/** The lists have all units, so that what is not in them may be misread, whatever it looks like. */
const surenessOfUnlisted = 0.75;

/** Mends a place by the units that it ends with; where none is made out, or for what stands before them, by names alone. A place `hasDoor` where a village, street or house may come first. */
export function mendPlace(
  printed: string,
  knownPlaces: readonly string[],
  lexicons: PlaceLexicons,
  hasDoor = true,
): MendedPlace {
  // An x that begins a place is a capital, which looks alike. Another stray letter before the place is an accent of its first line, or the end of a label.
  const place = printed.replace(/^(?!x[ãaõo] )(\p{Ll}{1,2} )+(?=\p{Lu})/u, "").replace(/^x(?=[ãaõo] )/, "X");
  const words = place
    .replaceAll(",", ", ")
    .split(/\s+/)
    .filter((word) => word !== "");
  const known = knownPlaces.flatMap(unitsOfPlace);
  // What the lists have comes first: of a known residence the ward may be the middle.
  const isNamed = (letters: string) => lexicons.phrases.has(letters);
  const found = findUnits(words, [...lexicons.units, ...known], isNamed);
  if (found === undefined || found.names.length < 2) {
    const bare = mendByNames(place.replace(/( [\p{Ll}\d])+$/u, ""), knownPlaces, lexicons);
    // A place that does not end with a province is not whole.
    const sureness = surenessOfUnlisted * (found === undefined ? 0.5 : 1);
    return { ...bare, confidence: bare.confidence * sureness };
  }
  const units = found.names.map(sayUnit).join(", ");
  const before = words
    .slice(0, found.from)
    .join(" ")
    .replace(/[\s,.-]+$/, "");
  const confidence = found.confidence * (found.isCutOff ? surenessOfUnlisted : 1);
  const weight = found.names.reduce((sum, { name }) => sum + name.length, 0);
  // A lone digit is the grain of the card, or an accent that stands far above its letter.
  if (!/\p{L}|\d\d/u.test(before)) return { place: units, confidence, weight };
  const head = mendByNames(before, knownPlaces, { ...lexicons, provinces: lexicons.phrases });
  return {
    place: `${head.place}, ${units}`,
    confidence: head.confidence * confidence * (hasDoor ? 1 : surenessOfUnlisted),
    weight: head.weight + weight,
  };
}

function sayUnit({ name, kind }: FoundUnit): string {
  return kind === undefined ? name : `${kind} ${name}`;
}

/** A place that is known for sure, as a province with one unit in it, and so on. */
function unitsOfPlace(place: string): Unit[] {
  return place.split(/,\s*/).reduce<Unit[]>((within, part) => {
    const name = withoutKind(part).at(-1) ?? part;
    return [makeUnit(name, within)];
  }, []);
}

/**
 * Mends the accents of a printed place, part by part between its commas: by places that are known for sure, such as those
 * of the holder's residence in the QR code, by names of districts and towns, and by their syllables.
 */
function mendByNames(printed: string, knownPlaces: readonly string[], lexicons: PlaceLexicons): MendedPlace {
  const known = makeLexicon(knownPlaces.flatMap((place) => place.split(/,\s*/)).flatMap(withoutKind));
  const parts = printed.split(/\s*,\s*/).filter((part) => part !== "");
  const last = parts.pop();
  if (last !== undefined) parts.push(withoutTail(last, lexicons.provinces));
  const mended = parts.map((part, index) => {
    const phrases = index === parts.length - 1 ? lexicons.provinces : lexicons.phrases;
    return mendPart(part, {
      known,
      kinds: kindLexicon(),
      phrases,
      more: lexicons.phrases,
      syllables: lexicons.syllables,
    });
  });
  return {
    place: mended.map(({ text }) => text).join(", "),
    confidence: mended.reduce((product, each) => product * each.confidence, 1),
    weight: mended.reduce((sum, each) => sum + each.weight, 0),
  };
}

/** The province is the last of a place; a few letters behind it are the grain of the card. */
function withoutTail(part: string, provinces: Lexicon): string {
  const words = part.split(" ");
  for (let count = words.length - 1; count > 0; count -= 1) {
    const tail = words.slice(count).join("");
    const head = words.slice(0, count).join(" ");
    if (tail.length <= 4 && provinces.has(lettersOf(head))) return head;
  }
  return part;
}

function kindLexicon(): Lexicon {
  return makeLexicon(kinds.split("|"));
}

/** A name with and without the word that says what it names. */
function withoutKind(part: string): string[] {
  const kind = kinds.split("|").find((each) => part.toLocaleLowerCase("vi").startsWith(`${each} `));
  return kind === undefined ? [part] : [part, part.slice(kind.length + 1)];
}

interface PartLexicons {
  readonly known: Lexicon;
  readonly kinds: Lexicon;
  readonly phrases: Lexicon;
  readonly more: Lexicon;
  readonly syllables: Lexicon;
}

interface Mended {
  readonly text: string;
  /** Whether it ends with a name of more than one word. */
  readonly isName: boolean;
  readonly cost: number;
  readonly confidence: number;
  readonly weight: number;
}

/** The cheapest way to read the words of a part as phrases and syllables, one after another. */
function mendPart(part: string, lexicons: PartLexicons): Mended {
  const words = part.split(/\s+/);
  const best: Mended[] = [{ text: "", isName: false, cost: 0, confidence: 1, weight: 0 }];
  for (let end = 1; end <= words.length; end += 1) {
    let cheapest: Mended | undefined;
    for (let start = Math.max(0, end - wordsOfPhraseMax); start < end; start += 1) {
      const before = best[start] as Mended;
      const phrase = readPhrase(words.slice(start, end), lexicons);
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
    best.push(cheapest as Mended);
  }
  return best[words.length] as Mended;
}

function readPhrase(words: readonly string[], lexicons: PartLexicons): Mended | undefined {
  const read = words.join(" ");
  const isWord = words.length === 1;
  const isProvince = lexicons.phrases !== lexicons.more;
  const choices = [
    ...choose(read, lexicons.known, costs.known, 0.99),
    ...choose(read, lexicons.kinds, costs.kind, 0.99),
    ...choose(read, lexicons.phrases, costs.phrase, 0.97),
    ...choose(read, lexicons.more, costs.phrase + 0.1, 0.95),
    ...(isProvince || words.some((word) => isOdd(word, lexicons.syllables))
      ? chooseClose(read, lexicons.phrases)
      : []),
    ...(isWord ? choose(read, lexicons.syllables, costs.syllable, 0.95) : []),
  ];
  if (isWord) {
    const isNumber = /^[\dA-Z/.-]*\d[\dA-Z/.-]*$/i.test(read) || read === "-";
    choices.push({
      text: isNumber ? read : evenCapitals(read),
      isName: false,
      cost: isNumber ? 0.1 : costs.unknown,
      confidence: isNumber ? 0.95 : 0.7,
      weight: isNumber ? 0 : -read.length,
    });
  }
  return choices.reduce<Mended | undefined>(
    (best, each) => (best && best.cost <= each.cost ? best : each),
    undefined,
  );
}

function choose(read: string, lexicon: Lexicon, cost: number, confidence: number): Mended[] {
  const entries = lexicon.get(lettersOf(read)) ?? [];
  const distances = entries.map((entry) => accentDistance(read, entry));
  return entries.map((entry, rank) => {
    const distance = distances[rank] ?? 0;
    const isSyllable = cost >= costs.syllable;
    const rivalry = isSyllable ? 0.7 : 0.4;
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

/** Whether no syllable of a place is at all like a word. */
function isOdd(word: string, syllables: Lexicon): boolean {
  const entries = syllables.get(lettersOf(word)) ?? [];
  return entries.every((entry) => accentDistance(word.toLocaleLowerCase("vi"), entry) > 0.8);
}

/** A name of which one letter was misread, lost or added; its accents are those of the list. */
function chooseClose(read: string, lexicon: Lexicon): Mended[] {
  const letters = lettersOf(read);
  if (letters.length < 5 || lexicon.has(letters)) return [];
  const close = [...lexicon].filter(([key]) => key.length >= 5 && isCloseTo(letters, key));
  const [only] = close;
  const entry = only?.[1][0];
  if (entry === undefined || close.length > 1) return [];
  const text = withCapitalsOf(read, entry);
  return [{ text, isName: entry.includes(" "), cost: 0.9, confidence: 0.85, weight: entry.length / 2 }];
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
