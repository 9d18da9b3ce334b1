/** Removes accents and replaces Đ by D: OCR misreads these most. */
export function foldText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("đ", "d").replaceAll("Đ", "D");
}

/** The letters and digits of a text in lower case without accents, and the index of each in the text. */
export function foldLetters(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let letters = "";
  for (let at = 0; at < text.length; at += 1) {
    const folded = foldText(text.charAt(at)).toLowerCase();
    if (!/^[a-z0-9]$/.test(folded)) continue;
    letters += folded;
    places.push(at);
  }
  return { letters, places };
}

/** The Levenshtein distance of two texts. */
export function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1];
    for (let at = 0; at < other.length; at += 1) {
      const through = (row[at] as number) + (one[i] === other[at] ? 0 : 1);
      next.push(Math.min(through, (row[at + 1] as number) + 1, (next[at] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** The length of the longest common subsequence of two texts. */
export function commonLength(one: string, other: string): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const letter of one) {
    const next = [0];
    for (let at = 0; at < other.length; at += 1) {
      const through = (row[at] as number) + (letter === other[at] ? 1 : 0);
      next.push(Math.max(through, row[at + 1] as number, next[at] as number));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** Whether the Levenshtein distance is at most 1. */
export function isCloseTo(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  return Math.max(one.length, other.length) - start - end <= 1;
}

/** The marks of a letter: its tone, and the one that makes another letter, such as the circumflex of Ê or the bar of Đ. */
interface Accents {
  readonly tone: string;
  readonly shape: string;
}

/** The cost of a mark that OCR lost, misread or invented. */
const costs = {
  shapeLost: 0.45,
  shapeOther: 0.7,
  shapeSeen: 1,
  toneLost: 0.6,
  toneOther: 0.55,
  toneSeen: 0.9,
  toneOfStack: 0.35,
};

/** Pairs of tones that are easily confused at a few pixels. */
const toneOtherPairs = new Set([
  "\u0301\u0309",
  "\u0309\u0301",
  "\u0309\u0303",
  "\u0303\u0309",
  "\u0300\u0309",
  "\u0309\u0300",
]);

/** The distance of the accents of two texts. Infinite if their letters without accents differ. */
export function accentDistance(read: string, printed: string): number {
  const seen = [...read.normalize("NFC").replaceAll(" ", "")];
  const meant = [...printed.normalize("NFC").replaceAll(" ", "")];
  if (bareOf(seen) !== bareOf(meant)) return Number.POSITIVE_INFINITY;
  return seen.reduce((sum, letter, index) => sum + letterDistance(letter, meant[index] ?? ""), 0);
}

/** The letters in lower case without accents, with y replaced by i. */
function bareOf(letters: readonly string[]): string {
  return foldText(letters.join("")).toLowerCase().replaceAll("y", "i");
}

/** The tone marks of a word in their order, without its letters. */
export function tonesOf(word: string): string {
  return [...word.normalize("NFC")].map((letter) => splitAccents(letter).tone).join("");
}

function letterDistance(read: string, printed: string): number {
  if (read.toLowerCase() === printed.toLowerCase()) return 0;
  const seen = splitAccents(read);
  const meant = splitAccents(printed);
  // A tone over a circumflex or breve has a pixel or two, so misreading it costs little.
  const isStack = seen.shape === meant.shape && marksAbove.has(meant.shape) && isAbove(meant.tone);
  if (isStack && seen.tone !== meant.tone && seen.tone !== dotBelow) return costs.toneOfStack;
  return shapeDistance(seen.shape, meant.shape) + toneDistance(seen.tone, meant.tone);
}

const marksAbove = new Set(["\u0302", "\u0306"]);

const dotBelow = "\u0323";

function isAbove(tone: string): boolean {
  return tone !== "" && tone !== dotBelow;
}

function shapeDistance(seen: string, meant: string): number {
  if (seen === meant) return 0;
  if (seen === "") return costs.shapeLost;
  return meant === "" ? costs.shapeSeen : costs.shapeOther;
}

function toneDistance(seen: string, meant: string): number {
  if (seen === meant) return 0;
  if (seen === "") return costs.toneLost;
  if (meant === "") return costs.toneSeen;
  return toneOtherPairs.has(seen + meant) ? costs.toneOther : costs.toneOther + 0.15;
}

function splitAccents(letter: string): Accents {
  if (letter === "đ" || letter === "Đ") return { tone: "", shape: "bar" };
  const marks = letter.normalize("NFD").slice(1);
  const tone = /[\u0300\u0301\u0303\u0309\u0323]/.exec(marks)?.[0] ?? "";
  return { tone, shape: marks.replace(tone, "") };
}
