import { lettersOf } from "./make-lexicon.ts";

/** What sits on a letter: its tone, and the mark that makes it another letter, such as the circumflex of Ê or the bar of Đ. */
interface Accents {
  readonly tone: string;
  readonly shape: string;
}

/** What it costs that recognition lost a mark, took one for another, or saw one that is not there. */
const costs = {
  shapeLost: 0.45,
  shapeOther: 0.7,
  shapeSeen: 1,
  toneLost: 0.6,
  toneOther: 0.55,
  toneSeen: 0.9,
};

/** Whether tones are easily taken for each other at a few pixels: hook, tilde and acute lean alike. */
const toneOtherPairs = new Set([
  "\u0301\u0309",
  "\u0309\u0301",
  "\u0309\u0303",
  "\u0303\u0309",
  "\u0300\u0309",
  "\u0309\u0300",
]);

/** How far what was read is from what may have been printed, for two words of the same letters without their accents. */
export function accentDistance(read: string, printed: string): number {
  const seen = [...read.normalize("NFC").replaceAll(" ", "")];
  const meant = [...printed.normalize("NFC").replaceAll(" ", "")];
  if (seen.length !== meant.length || lettersOf(read) !== lettersOf(printed)) return Number.POSITIVE_INFINITY;
  return seen.reduce((sum, letter, index) => sum + letterDistance(letter, meant[index] ?? ""), 0);
}

function letterDistance(read: string, printed: string): number {
  if (read.toLowerCase() === printed.toLowerCase()) return 0;
  const seen = splitAccents(read);
  const meant = splitAccents(printed);
  return shapeDistance(seen.shape, meant.shape) + toneDistance(seen.tone, meant.tone);
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

/** Takes a letter apart into what sits on it. */
function splitAccents(letter: string): Accents {
  if (letter === "đ" || letter === "Đ") return { tone: "", shape: "bar" };
  const marks = letter.normalize("NFD").slice(1);
  const tone = /[\u0300\u0301\u0303\u0309\u0323]/.exec(marks)?.[0] ?? "";
  return { tone, shape: marks.replace(tone, "") };
}
