import type { CardTools, FoundQr } from "./card-tools.ts";
import { findCards } from "./geometry/find-cards.ts";
import {
  applyHomography,
  isLegible,
  type Quad,
  solveHomography,
  straightenCard,
  turnQuad,
} from "./geometry/straighten.ts";
import { type GrayImage, type Photo, toGray } from "./image/image.ts";
import { cardScale } from "./mrz/glyphs.ts";
import { type MrzTemplates, type ReadMrz, readMrz } from "./mrz/read-mrz.ts";
import { parseQrText, type QrSays } from "./qr/parse-qr-text.ts";

/** What was found on the photograph of one side, before any print is read. */
export interface FoundSide {
  /** Without its colours, in which nothing is read. */
  readonly photo: GrayImage;
  readonly qr: QrSays | undefined;
  readonly mrz: ReadMrz | undefined;
  /** Where the card lies; `undefined` where none was found. */
  readonly quad: Quad | undefined;
  /** How much speaks for a card there, 0 to 1; the border of a picture alone gives a half. */
  readonly quadScore: number;
  /** Whether the corners begin at the card's top left, rather than perhaps at its bottom right. */
  readonly isTurnKnown: boolean;
  /** How many codes of different cards were found. */
  readonly cardCount: number;
}

/** A picture that ends where a card does scores a half by its own border; what scores less is a pattern, and only codes and lines are looked for on it. */
const quadScoreMin = 0.47;

/** What speaks no louder for a card is the border of the picture, or a pattern. */
export const quadScoreOfCardMin = 0.6;

/** Whether so much speaks for a card that it is worth a longer look. */
export function isLikeCard({ quadScore }: FoundSide): boolean {
  return quadScore >= quadScoreMin;
}

/** Whether more speaks for a card than the border of a picture, or a pattern. */
export function isCard({ quadScore, isTurnKnown }: FoundSide): boolean {
  return isTurnKnown || quadScore >= quadScoreOfCardMin;
}

/** How many places a card may lie at are looked at. */
const quadsMax = 4;

/** On how many of them machine-readable lines are looked for: fewer where next to nothing speaks for a card, or where the other side has the lines already. */
const quadsWithLinesMax = { usual: 2, faint: 1 };

/** Finds the QR code, the card and its machine-readable lines in a photograph, knowing what was found on the other side. */
export async function findSide(
  photo: Photo,
  tools: CardTools,
  templates: MrzTemplates,
  other?: FoundSide,
): Promise<FoundSide> {
  const gray = toGray(photo);
  const codes = (await tools.findQr(gray)).filter(({ text }) => parseQrText(text) !== undefined);
  const code = codes[0];
  const cards = findCards(photo, quadsMax);
  const quads = cards.map(({ quad }) => quad);
  const placed = code === undefined ? quads : quads.flatMap((quad) => turnByCode(quad, code));
  const isKnown = code !== undefined && placed.length > 0;
  const quadScore = cards[0]?.score ?? 0;
  const isFaint = quadScore < quadScoreOfCardMin || other?.mrz?.says !== undefined;
  const countMax = isFaint ? quadsWithLinesMax.faint : quadsWithLinesMax.usual;
  const candidates = (placed.length > 0 ? placed : quads).slice(0, isKnown ? 1 : countMax);
  const withLines = findLines(gray, candidates, isKnown, templates, tools);
  const quad = withLines?.quad ?? candidates[0];
  const isTurnKnown = isKnown || withLines !== undefined;
  return {
    photo: gray,
    qr: parseQrText(code?.text ?? ""),
    mrz: withLines?.mrz,
    quad,
    quadScore,
    isTurnKnown: quad !== undefined && isTurnKnown,
    cardCount: new Set(codes.map(({ text }) => text.slice(0, 12))).size,
  };
}

/** A code is printed upright on the card, so it tells which way the card is turned, and whether it lies on it at all. */
function turnByCode(quad: Quad, code: FoundQr): Quad[] {
  const toCard = solveHomography(quad, unitCard);
  if (toCard === undefined) return [];
  const [topLeft, topRight, bottomRight] = code.corners.map((corner) => applyHomography(toCard, corner));
  if (topLeft === undefined || topRight === undefined || bottomRight === undefined) return [];
  const isUpright = topRight.x > topLeft.x;
  const isInside = [topLeft, topRight, bottomRight].every(
    ({ x, y }) => x > -0.02 && x < 1.02 && y > -0.02 && y < 1.02,
  );
  const isStraight = Math.abs(topRight.x - topLeft.x) > 2 * Math.abs(topRight.y - topLeft.y);
  const share = Math.abs(topRight.x - topLeft.x);
  if (!isInside || !isStraight || share < 0.08 || share > 0.4) return [];
  return [isUpright ? quad : turnQuad(quad)];
}

const unitCard: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

interface WithLines {
  readonly quad: Quad;
  readonly mrz: ReadMrz;
}

/** Looks for machine-readable lines on each card and, where its turn is not known, upside down. */
function findLines(
  photo: GrayImage,
  quads: readonly Quad[],
  isTurnKnown: boolean,
  templates: MrzTemplates,
  tools: CardTools,
): WithLines | undefined {
  let best: WithLines | undefined;
  for (const quad of quads.filter(isLegible)) {
    for (const turned of isTurnKnown ? [quad] : [quad, turnQuad(quad)]) {
      if (tools.isLate()) return best;
      const mrz = readMrz(straightenCard(photo, turned, cardScale.width), templates);
      if (mrz.says !== undefined) return { quad: turned, mrz };
      if (mrz.score > Math.max(scoreOfLinesMin, best?.mrz.score ?? 0)) best = { quad: turned, mrz };
    }
  }
  return best;
}

/** Signs that match so well are there, even where their check digits are not right. */
const scoreOfLinesMin = 0.68;
