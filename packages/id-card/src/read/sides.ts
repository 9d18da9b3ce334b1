import type { Problem, ProblemCode, Side } from "./card-reading.ts";
import { describeProblem } from "./describe-problem.ts";
import { cardWidthMin, type FoundSide, quadScoreOfCardMin } from "./find-side.ts";
import { type Quad, widthOf } from "./geometry/straighten.ts";

/** The sides in their real order. */
export interface SortedSides {
  readonly front: FoundSide | undefined;
  readonly back: FoundSide | undefined;
  readonly isSwapped: boolean;
  readonly problems: readonly Problem[];
}

/** Restores the order of swapped sides, and removes a second front or a back sent as the front. Only backs have an MRZ. */
export function sortSides(sent: Partial<Record<Side, FoundSide>>): SortedSides {
  const { front, back } = sent;
  const isFrontBack = front !== undefined && isBack(front);
  const isBackFront = back !== undefined && !isBack(back) && isFrontOf2021(back);
  if (isFrontBack && back !== undefined && !isBack(back)) {
    return { front: back, back: front, isSwapped: true, problems: [] };
  }
  if (isFrontBack) {
    const problems = [nameProblem("front", "is_back")];
    return { front: undefined, back: back ?? front, isSwapped: false, problems };
  }
  if (isBackFront) {
    const isSecondFront = front !== undefined && isFrontOf2021(front);
    if (isSecondFront) {
      return { front, back: undefined, isSwapped: false, problems: [nameProblem("back", "is_front")] };
    }
    return { front: back, back: front, isSwapped: true, problems: [] };
  }
  return { front, back, isSwapped: false, problems: [] };
}

function isBack(found: FoundSide): boolean {
  return found.mrz !== undefined || found.qr?.hasMore === true;
}

/** A QR code is on the front of 2021, and one with more fields on the back of 2024. */
function isFrontOf2021(found: FoundSide): boolean {
  return found.mrz === undefined && found.qr !== undefined && !found.qr.hasMore;
}

export function nameProblem(side: Side, code: ProblemCode): Problem {
  return { side, code, message: describeProblem(code) };
}

/** A darker paper, less sharp edges, more overexposed paper or a more regular structure is a fault. */
const faultLimits = { brightnessMin: 75, sharpnessMin: 0.128, glareShareMax: 0.015, regularityMax: 0.235 };

/** What is wrong with the photograph of a side: what was measured, or else why nothing was found on it. */
export function nameProblems(side: Side, found: FoundSide, isUnread: boolean): Problem[] {
  const { quad, photo, quality, smallness } = found;
  if (found.cardCount > 1) return [nameProblem(side, "several_cards")];
  const isRead = found.qr !== undefined || found.mrz?.fields !== undefined;
  const isSeen = quad !== undefined && !found.isFrame && (isRead || found.quadScore >= quadScoreOfCardMin);
  const isCard = isSeen || (found.isFrame && !isUnread);
  const isLarge = isSeen && widthOf(quad) >= cardWidthMin;
  if (!isRead && (smallness === "certain" || (smallness === "likely" && !isLarge)))
    return [nameProblem(side, "too_small")];
  if (!isCard) return isUnread ? [nameProblem(side, smallness === "none" ? "no_card" : "too_small")] : [];
  const codes: ProblemCode[] = [];
  const cut = quad && findCut(quad, photo.width, photo.height);
  if (cut !== undefined) codes.push(cut);
  if (quad !== undefined && widthOf(quad) < cardWidthMin) codes.push("too_small");
  if (quality !== undefined) {
    if (quality.brightness < faultLimits.brightnessMin) codes.push("too_dark");
    if (quality.glareShare > faultLimits.glareShareMax) codes.push("glare");
    if (quality.regularity > faultLimits.regularityMax) codes.push("photo_of_screen");
    if (quality.sharpness < faultLimits.sharpnessMin) codes.push("too_blurred");
  }
  if (codes.length === 0 && isUnread) codes.push("too_blurred");
  return codes.map((code) => nameProblem(side, code));
}

/** The edge of the picture on which two or more corners of the card lie. In a scan all four lie on edges, which is no fault. */
function findCut(quad: Quad, width: number, height: number): (ProblemCode & `cut_off_${string}`) | undefined {
  const slack = 1;
  const countOf = (isOver: (x: number, y: number) => boolean) =>
    quad.filter(({ x, y }) => isOver(x, y)).length;
  const isFrame =
    countOf((x, y) => x <= slack || y <= slack || x >= width - 1 - slack || y >= height - 1 - slack) === 4;
  if (isFrame) return undefined;
  if (countOf((x) => x <= slack) >= 2) return "cut_off_left";
  if (countOf((x) => x >= width - 1 - slack) >= 2) return "cut_off_right";
  if (countOf((_, y) => y <= slack) >= 2) return "cut_off_top";
  return countOf((_, y) => y >= height - 1 - slack) >= 2 ? "cut_off_bottom" : undefined;
}
