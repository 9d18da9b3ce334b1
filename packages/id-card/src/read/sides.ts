import type { Problem, ProblemCode, Side } from "./card-reading.ts";
import { type FoundSide, quadScoreOfCardMin } from "./find-side.ts";
import { type Quad, widthOf } from "./geometry/straighten.ts";

/** The sides as they are, rather than as they were sent. */
export interface SortedSides {
  readonly front: FoundSide | undefined;
  readonly back: FoundSide | undefined;
  readonly isSwapped: boolean;
  readonly problems: readonly Problem[];
}

/** Puts swapped sides right, and takes a side that was sent as the other one out. The lines are on backs alone. */
export function sortSides(sent: Partial<Record<Side, FoundSide>>): SortedSides {
  const { front, back } = sent;
  const isFrontBack = front !== undefined && isBack(front);
  const isBackFront = back !== undefined && !isBack(back) && isFrontOf2021(back);
  if (isFrontBack && back !== undefined && !isBack(back)) {
    return { front: back, back: front, isSwapped: true, problems: [] };
  }
  if (isFrontBack) {
    const problems = [nameProblem("front", "is-back")];
    return { front: undefined, back: back ?? front, isSwapped: false, problems };
  }
  if (isBackFront) {
    const isSecondFront = front !== undefined && isFrontOf2021(front);
    if (isSecondFront) {
      return { front, back: undefined, isSwapped: false, problems: [nameProblem("back", "is-front")] };
    }
    return { front: back, back: front, isSwapped: true, problems: [] };
  }
  return { front, back, isSwapped: false, problems: [] };
}

function isBack(found: FoundSide): boolean {
  return found.mrz !== undefined;
}

/** A code without lines is on the front of 2021 alone, as far as the lines of the other card's back were not lost. */
function isFrontOf2021(found: FoundSide): boolean {
  return found.mrz === undefined && found.qr !== undefined;
}

const says: Readonly<Record<Exclude<ProblemCode, "not-an-image">, string>> = {
  "format-not-supported": "the image is in a format that is not read; send JPEG, PNG or WebP",
  "too-many-bytes": "the image has too many bytes",
  "too-many-pixels": "the image has too many pixels",
  "too-long-a-side": "the image is too long on a side",
  "not-decodable": "the image is damaged and cannot be decoded; send it again",
  "no-card": "no card was found; photograph the card alone, whole and flat",
  "cut-off-left": "the card is cut off at the left; photograph the whole card",
  "cut-off-right": "the card is cut off at the right; photograph the whole card",
  "cut-off-top": "the card is cut off at the top; photograph the whole card",
  "cut-off-bottom": "the card is cut off at the bottom; photograph the whole card",
  "too-small": "the card is too small in the picture; go closer",
  "too-blurred": "the picture is too blurred to read; hold still and let the camera focus",
  "is-front": "this is the front, and the back was expected",
  "is-back": "this is the back, and the front was expected",
  "several-cards": "there is more than one card in the picture; photograph one",
  "other-card": "the two sides are of different cards",
  "print-not-read": "print is not read here",
  "out-of-time": "the time for reading was over before everything was read",
};

/** A card narrower than this in its photograph has print of fewer pixels than it takes to tell letters apart. */
const cardWidthMin = 320;

/** A problem of a side, in words for whoever took the photograph. */
export function nameProblem(side: Side, code: Exclude<ProblemCode, "not-an-image">): Problem {
  return { side, code, says: says[code] };
}

/** What a photograph itself shows to be wrong, where something of the side could not be read. */
export function nameProblems(side: Side, found: FoundSide): Problem[] {
  const { quad, photo } = found;
  if (found.cardCount > 1) return [nameProblem(side, "several-cards")];
  const isRead = found.qr !== undefined || found.mrz?.says !== undefined;
  if (quad === undefined || (!isRead && found.quadScore < quadScoreOfCardMin))
    return [nameProblem(side, "no-card")];
  const cut = findCut(quad, photo.width, photo.height);
  if (cut !== undefined) return [nameProblem(side, cut)];
  if (widthOf(quad) < cardWidthMin) return [nameProblem(side, "too-small")];
  return isRead ? [] : [nameProblem(side, "too-blurred")];
}

/** The side of the picture over which two corners of the card lie, where that is so. */
function findCut(quad: Quad, width: number, height: number): (ProblemCode & `cut-off-${string}`) | undefined {
  const slack = 1;
  const countOf = (isOver: (x: number, y: number) => boolean) =>
    quad.filter(({ x, y }) => isOver(x, y)).length;
  const isFrame =
    countOf((x, y) => x <= slack || y <= slack || x >= width - 1 - slack || y >= height - 1 - slack) === 4;
  if (isFrame) return undefined;
  if (countOf((x) => x <= slack) >= 2) return "cut-off-left";
  if (countOf((x) => x >= width - 1 - slack) >= 2) return "cut-off-right";
  if (countOf((_, y) => y <= slack) >= 2) return "cut-off-top";
  return countOf((_, y) => y >= height - 1 - slack) >= 2 ? "cut-off-bottom" : undefined;
}
