import type { CardTools, FoundQr } from "./card-tools.ts";
import { type FoundCard, findCards, refineCard, type Smallness } from "./geometry/find-cards.ts";
import { isLegible, type Quad, straightenCard, turnQuad, widthOf } from "./geometry/straighten.ts";
import { type GrayImage, type Photo, type Point, toGray } from "./image/image.ts";
import { measureQuality, type Quality } from "./measure-quality.ts";
import { cardScale } from "./mrz/glyphs.ts";
import { type MrzTemplates, type ReadMrz, readMrz } from "./mrz/read-mrz.ts";
import { parseQrText, type QrFields } from "./qr/parse-qr-text.ts";

/** What was found on the photograph of one side before OCR. */
export interface FoundSide {
  /** In gray: colours are used for finding the card only. */
  readonly photo: GrayImage;
  readonly qr: QrFields | undefined;
  readonly mrz: ReadMrz | undefined;
  /** The corners of the card; `undefined` if none was found. */
  readonly quad: Quad | undefined;
  /** How likely the best candidate is a card, 0 to 1. */
  readonly quadScore: number;
  /** Whether `quad` is the border of the picture. */
  readonly isFrame: boolean;
  readonly smallness: Smallness;
  /** What was measured of the photograph, if a card was found. */
  readonly quality: Quality | undefined;
  /** Whether `quad` is known to begin at the card's top left. Otherwise it may begin at the bottom right. */
  readonly isTurnKnown: boolean;
  /** The number of different cards by their QR codes. */
  readonly cardCount: number;
}

/** Below this, no OCR is tried. */
const quadScoreForOcrMin = 0.47;

/** A lower score may come from the border of the picture or a pattern. */
export const quadScoreOfCardMin = 0.6;

/** Whether a side scores high enough for OCR. */
export function isLikeCard({ quadScore }: FoundSide): boolean {
  return quadScore >= quadScoreForOcrMin;
}

/** Whether a card was found for certain, not just the border of the picture or a pattern. */
export function isCard({ quadScore, isFrame, isTurnKnown }: FoundSide): boolean {
  return isTurnKnown || (quadScore >= quadScoreOfCardMin && !isFrame);
}

/** On a card of fewer pixels letters cannot be told apart. */
export const cardWidthMin = 320;

/** How many candidates for the corners are considered. */
const quadsMax = { usual: 4, withCode: 40 };

/** How many candidates are searched for the MRZ: fewer if the score is low or the other side has the MRZ already. */
const quadsWithMrzMax = { usual: 2, unlikely: 1 };

/** Finds the QR code, the corners of the card and the MRZ in a photograph. `other` is the other side, if it was searched before. */
export async function findSide(
  photo: Photo,
  tools: CardTools,
  templates: MrzTemplates,
  other?: FoundSide,
): Promise<FoundSide> {
  const gray = toGray(photo);
  const codes = (await tools.findQr(gray)).filter(({ text }) => parseQrText(text) !== undefined);
  const code = codes[0];
  const isTurnKnownByCode = code !== undefined;
  const { cards, smallness } = findCards(photo, isTurnKnownByCode ? quadsMax.withCode : quadsMax.usual);
  const refine = (card: FoundCard) => refineCard(photo, card);
  const quadScore = cards[0]?.score ?? 0;
  const isMrzUnlikely = quadScore < quadScoreOfCardMin || other?.mrz?.fields !== undefined;
  const countMax = isMrzUnlikely ? quadsWithMrzMax.unlikely : quadsWithMrzMax.usual;
  const candidates =
    code === undefined ? cards.slice(0, countMax).map(refine) : [chooseByCode(cards, code, refine)];
  const foundMrz = findMrz(gray, candidates, isTurnKnownByCode, templates, tools);
  const quad = foundMrz?.quad ?? candidates[0];
  const isTurnKnown = isTurnKnownByCode || foundMrz !== undefined;
  const [corner] = quad ?? [];
  const isFrame = cards.some((card) => card.isFrame && card.quad.some((each) => each === corner));
  const isFound = quad !== undefined && (isTurnKnown || isFrame || quadScore >= quadScoreOfCardMin);
  return {
    photo: gray,
    qr: parseQrText(code?.text ?? ""),
    mrz: foundMrz?.mrz,
    quad,
    quadScore,
    isFrame,
    smallness,
    quality: isFound ? measureQuality(gray, quad) : undefined,
    isTurnKnown: quad !== undefined && isTurnKnown,
    // The text begins with the twelve digits of the number.
    cardCount: new Set(codes.map(({ text }) => text.slice(0, 12))).size,
  };
}

/** The place of the QR code on either card, in millimetres. Its print has more fields on that of 2024. */
const placesOfCode = {
  "2021": { left: 70.3, top: 2.9, side: 12.8 },
  "2024": { left: 64.8, top: 3.8, side: 17.2 },
};
const cardSize = { width: 85.6, height: 53.98 };

/** Candidates whose corners are off by less than this share of the width on average are the card that the code is on. */
const distanceByCodeMax = 0.11;

/** The best candidate that lies as the QR code says, turned so that it begins at the top left; or where the code says it is. */
function chooseByCode(cards: readonly FoundCard[], code: FoundQr, refine: (card: FoundCard) => Quad): Quad {
  const { left, top, side } = placesOfCode[code.text.split("|").length > 7 ? "2024" : "2021"];
  const [topLeft, topRight, , bottomLeft] = code.corners;
  const spot = (x: number, y: number): Point => {
    const [across, down] = [(x - left) / side, (y - top) / side];
    return {
      x: topLeft.x + across * (topRight.x - topLeft.x) + down * (bottomLeft.x - topLeft.x),
      y: topLeft.y + across * (topRight.y - topLeft.y) + down * (bottomLeft.y - topLeft.y),
    };
  };
  const { width, height } = cardSize;
  const expected: Quad = [spot(0, 0), spot(width, 0), spot(width, height), spot(0, height)];
  const distanceMax = 4 * distanceByCodeMax * widthOf(expected);
  const isNear = (quad: Quad) =>
    quad.reduce(
      (sum, { x, y }, i) => sum + Math.hypot(x - (expected[i]?.x ?? 0), y - (expected[i]?.y ?? 0)),
      0,
    ) < distanceMax;
  for (const card of cards) {
    if (isNear(card.quad)) return refine(card);
    if (isNear(turnQuad(card.quad))) return turnQuad(refine(card));
  }
  return expected;
}

interface FoundMrz {
  readonly quad: Quad;
  readonly mrz: ReadMrz;
}

/** Searches the MRZ on each candidate, and upside down as well if the orientation is unknown. */
function findMrz(
  photo: GrayImage,
  quads: readonly Quad[],
  isTurnKnown: boolean,
  templates: MrzTemplates,
  tools: CardTools,
): FoundMrz | undefined {
  let best: FoundMrz | undefined;
  for (const quad of quads.filter(isLegible)) {
    for (const turned of isTurnKnown ? [quad] : [quad, turnQuad(quad)]) {
      if (tools.isLate()) return best;
      const mrz = readMrz(straightenCard(photo, turned, cardScale.width), templates);
      if (mrz.fields !== undefined) return { quad: turned, mrz };
      if (mrz.score > Math.max(mrzScoreMin, best?.mrz.score ?? 0)) best = { quad: turned, mrz };
    }
  }
  return best;
}

/** With this score there is an MRZ, even if its check digits are wrong. */
const mrzScoreMin = 0.68;
