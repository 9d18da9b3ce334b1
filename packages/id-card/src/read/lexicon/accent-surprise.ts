import { foldText } from "./compare-text.ts";

/** Where a tone mark sits: on a bare letter, or above a circumflex, breve or horn, where it has a pixel or two. */
type Seat = "bare" | "stacked";

type Tone = "none" | "acute" | "grave" | "hook" | "tilde" | "dot";

const tones: Readonly<Record<string, Tone>> = {
  "\u0301": "acute",
  "\u0300": "grave",
  "\u0309": "hook",
  "\u0303": "tilde",
  "\u0323": "dot",
};

/**
 * The surprisal (negative log probability, in nats) of reading one tone where another is printed: `[seat][printed][read]`, counted
 * on names of tuning cards. Pairs that are not listed have `toneUnlisted`, one in a hundred.
 */
const toneSurprises: Readonly<Record<Seat, Readonly<Partial<Record<Tone, Partial<Record<Tone, number>>>>>>> =
  {
    bare: {
      none: { none: 0 },
      acute: { acute: 0, none: 2.7, hook: 3 },
      grave: { grave: 0, none: 2.7, hook: 3 },
      hook: { hook: 0, none: 2.7, acute: 3, tilde: 3 },
      tilde: { tilde: 0, none: 2.7, hook: 3 },
      dot: { dot: 0, none: 3.8 },
    },
    stacked: {
      none: { none: 0, tilde: 3.4, dot: 3.2 },
      acute: { acute: 0.7, grave: 1.2, none: 1.4 },
      grave: { grave: 0.4, acute: 1.6, tilde: 2.2, hook: 2.4, none: 2.7 },
      hook: { hook: 1.6, grave: 1.1, none: 1.2, acute: 1.8, tilde: 2 },
      tilde: { tilde: 0.8, none: 0.9, grave: 1.9, acute: 2.4, hook: 2.4 },
      dot: { dot: 0, none: 3.6 },
    },
  };

const toneUnlisted = 4.5;

/** The same for marks that make another letter: circumflex and breve (above) are lost at times, horn and bar (beside) seldom. */
const shapeSurprises = { aboveLost: 2.3, besideLost: 3.5, other: 3, seen: 5.5 };

/** A single mark above a letter that is read as another one. */
const markForMark = 3.5;

/** A circumflex or breve with a tone, of which only a tone or nothing was read. */
const stackLost = 3;

const marksAbove = ["\u0302", "\u0306"];

/** The surprisal of reading a word where another one is printed, in nats. Infinite if their letters without accents differ. */
export function accentSurprise(read: string, printed: string): number {
  const seen = [...read.normalize("NFC")];
  const meant = [...printed.normalize("NFC")];
  if (seen.length !== meant.length || foldText(read) !== foldText(printed)) return Number.POSITIVE_INFINITY;
  return seen.reduce((sum, letter, index) => sum + surpriseOf(letter, meant[index] ?? ""), 0);
}

function surpriseOf(read: string, printed: string): number {
  const seen = splitMarks(read);
  const meant = splitMarks(printed);
  if (isMarkSwapped(seen, meant)) return markForMark;
  if (isStackLost(seen, meant) && seen.tone !== "dot") return stackLost;
  // If the circumflex or breve was not read, the tone is as legible as on a bare letter.
  const seat = meant.shape !== "" && seen.shape !== "" ? "stacked" : "bare";
  const tone = toneSurprises[seat][meant.tone]?.[seen.tone] ?? toneUnlisted;
  if (seen.shape === meant.shape) return tone;
  const lost = marksAbove.includes(meant.shape) ? shapeSurprises.aboveLost : shapeSurprises.besideLost;
  if (seen.shape === "") return tone + lost;
  return tone + (meant.shape === "" ? shapeSurprises.seen : shapeSurprises.other);
}

/** Whether a lone tone was read where a lone circumflex or breve is printed, or vice versa. */
function isMarkSwapped(seen: Marks, meant: Marks): boolean {
  return (isTone(seen) && isShape(meant)) || (isShape(seen) && isTone(meant));
}

function isTone({ tone, shape }: Marks): boolean {
  return shape === "" && tone !== "none" && tone !== "dot";
}

function isShape({ tone, shape }: Marks): boolean {
  return marksAbove.includes(shape) && tone === "none";
}

/** Whether a tone over a circumflex or breve is printed, and no circumflex or breve was read. */
function isStackLost(seen: Marks, meant: Marks): boolean {
  return seen.shape === "" && marksAbove.includes(meant.shape) && isTone({ ...meant, shape: "" });
}

interface Marks {
  readonly tone: Tone;
  readonly shape: string;
}

function splitMarks(letter: string): Marks {
  if (letter === "đ" || letter === "Đ") return { tone: "none", shape: "bar" };
  const marks = letter.normalize("NFD").slice(1);
  const tone = /[\u0300\u0301\u0303\u0309\u0323]/.exec(marks)?.[0];
  return { tone: tones[tone ?? ""] ?? "none", shape: marks.replace(tone ?? "", "") };
}
