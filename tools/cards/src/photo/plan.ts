import type { CardKind, Severity } from "../card.ts";
import type { Dice } from "../dice.ts";
import { cardSize } from "../printing/sheet.ts";

/** A point of a picture, in pixels from its upper left corner. */
export type Point = { readonly x: number; readonly y: number };

/** How a picture of one side of a card is made. */
export type PhotoPlan = {
  readonly width: number;
  readonly height: number;
  readonly surface: "scanner" | "black" | "white" | "screen" | "papers" | "desk" | "cloth" | "wood" | "hand";
  /** The radius of the corners of the card in millimetres, if they are not those of a card. */
  readonly corner?: number;
  /** The rotation of the card in degrees clockwise, and how far it is tilted away from the lens to either side. */
  readonly turn: number;
  readonly lean: { readonly x: number; readonly y: number };
  /** The share of the picture that the card may take along the tighter side. */
  readonly fill: number;
  /** The position in the remaining space, from 0 to 1. */
  readonly place: Point;
  /** Gaussian blur of the lens, as a deviation in pixels. */
  readonly blur: number;
  /** Motion of the hand: distance in pixels, direction in degrees. */
  readonly motion: { readonly length: number; readonly angle: number };
  /** Brightness gradient: difference between the sides as a share, direction in degrees. */
  readonly slope: { readonly strength: number; readonly angle: number };
  readonly brightness: number;
  /** Reflection from the card: strength, position on the card (0 to 1), and width as a share of the card's. */
  readonly glare: { readonly strength: number; readonly at: Point; readonly width: number };
  /** The edge of a shadow across the card, and its darkness. */
  readonly shadow: { readonly strength: number; readonly at: number; readonly angle: number };
  /** Deviation of the noise, on a scale of 255. */
  readonly noise: number;
  /** Red and blue relative to green. */
  readonly cast: { readonly red: number; readonly blue: number };
  /** The corner of the card that a thumb covers. */
  readonly thumb: "none" | "upper left" | "upper right" | "lower left" | "lower right";
  /** Quality of JPEG and WebP. */
  readonly quality: number;
  /** The size of a pixel of the screen that shows the card, if it is a photograph of one. */
  readonly screenPixelMm?: number;
};

/** Corners where a thumb covers no text. */
const thumbCorners = {
  "2021": { front: ["upper left"], back: ["upper left", "upper right", "lower left"] },
  "2024": {
    front: ["upper left", "upper right", "lower left", "lower right"],
    back: ["lower left", "lower right"],
  },
} as const;

/** Plans how a side is photographed. */
export function planPhoto(
  kind: CardKind,
  side: "front" | "back",
  severity: Severity,
  turn: number,
  dice: Dice,
): PhotoPlan {
  const recipe = recipes[severity];
  const isCropped = severity === "crop";
  // A crop may cut a little off at one side.
  const edge = () => (isCropped ? dice.pick([0, 0.5, 1]) : dice.between(0.2, 0.8));
  const turned = turn + dice.between(-recipe.turnMax, recipe.turnMax);
  const shadowIsCast = dice.happens(recipe.shadowLikelihood);
  return {
    ...sizeFor(recipe, turned, severity, dice),
    surface: dice.pick(recipe.surfaces),
    turn: turned,
    lean: { x: dice.between(-recipe.lean, recipe.lean), y: dice.between(-recipe.lean, recipe.lean) },
    fill: within(recipe.fill, dice),
    place: { x: edge(), y: edge() },
    ...(isCropped && dice.happens(0.5) ? { corner: 0 } : {}),
    blur: within(recipe.blur, dice),
    motion: { length: within(recipe.motion, dice), angle: dice.between(0, 180) },
    slope: { strength: within(recipe.slope, dice), angle: dice.between(0, 360) },
    brightness: within(recipe.brightness, dice),
    glare: {
      strength: dice.happens(recipe.glareLikelihood) ? within(recipe.glare, dice) : 0,
      at: { x: dice.between(0.05, 0.95), y: dice.between(0.05, 0.95) },
      width: dice.between(0.08, 0.25),
    },
    shadow: {
      strength: shadowIsCast ? within(recipe.shadow, dice) : 0,
      at: dice.between(-0.25, 0.25),
      angle: dice.between(0, 360),
    },
    noise: within(recipe.noise, dice),
    cast: {
      red: 1 + dice.between(-recipe.cast, recipe.cast),
      blue: 1 + dice.between(-recipe.cast, recipe.cast),
    },
    thumb: dice.happens(recipe.thumbLikelihood) ? dice.pick(thumbCorners[kind][side]) : "none",
    quality: Math.round(within(recipe.quality, dice)),
  };
}

/** Scans and crops have the shape of the card, screenshots that of a phone. Phone pictures are portrait or landscape, mostly as the card lies. */
function sizeFor(
  recipe: Recipe,
  turn: number,
  severity: Severity,
  dice: Dice,
): { readonly width: number; readonly height: number } {
  const longer = Math.round(within(recipe.side, dice));
  const radians = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const boxWidth = cos * cardSize.width + sin * cardSize.height;
  const boxHeight = sin * cardSize.width + cos * cardSize.height;
  const isAcross = boxWidth >= boxHeight;
  const ratio = Math.min(boxWidth, boxHeight) / Math.max(boxWidth, boxHeight);
  if (severity === "screenshot") return { width: Math.round(longer * 0.47), height: longer };
  const hasShapeOfCard = severity === "clean" || severity === "crop";
  const shorter = Math.round(longer * (hasShapeOfCard ? ratio : dice.pick([3 / 4, 3 / 4, 9 / 16, 2 / 3])));
  return isAcross ? { width: longer, height: shorter } : { width: shorter, height: longer };
}

function within([from, to]: Range, dice: Dice): number {
  return dice.between(from, to);
}

/** The lower and upper bound of a quantity. */
type Range = readonly [number, number];

/** Quantities with a range per severity; `side` is the longer side in pixels. */
type RangeName = "side" | "fill" | "blur" | "motion" | "slope" | "brightness" | "noise" | "quality";

/** The parameters of a severity; turnMax and lean are degrees to either side. */
type Recipe = Readonly<Record<RangeName | "glare" | "shadow", Range>> &
  Readonly<Record<"turnMax" | "lean" | "cast", number>> &
  Readonly<Record<"glareLikelihood" | "shadowLikelihood" | "thumbLikelihood", number>> & {
    readonly surfaces: readonly PhotoPlan["surface"][];
  };

const phone: Recipe = {
  side: [1600, 2000],
  fill: [0.7, 0.94],
  turnMax: 8,
  lean: 10,
  blur: [0.5, 1.1],
  motion: [0, 1.5],
  slope: [0, 0.3],
  brightness: [0.85, 1.08],
  glareLikelihood: 0.25,
  glare: [0.1, 0.35],
  shadowLikelihood: 0.3,
  shadow: [0.08, 0.25],
  noise: [2, 5],
  cast: 0.06,
  thumbLikelihood: 0.15,
  quality: [78, 92],
  surfaces: ["desk", "cloth", "wood", "hand", "white", "black"],
};

const scan: Recipe = {
  ...phone,
  side: [1300, 1900],
  fill: [0.9, 0.98],
  turnMax: 1,
  lean: 0,
  blur: [0.3, 0.6],
  motion: [0, 0],
  slope: [0, 0.05],
  brightness: [0.97, 1.03],
  glareLikelihood: 0,
  shadowLikelihood: 0,
  noise: [0.5, 1.5],
  cast: 0.02,
  thumbLikelihood: 0,
  quality: [88, 96],
  surfaces: ["scanner"],
};

/** The ranges of each severity. */
const recipes: Readonly<Record<Severity, Recipe>> = {
  clean: scan,
  crop: {
    ...scan,
    side: [900, 1800],
    fill: [0.985, 1.03],
    turnMax: 0.5,
    slope: [0, 0.2],
    brightness: [0.85, 1.03],
    noise: [0.5, 4],
    quality: [75, 95],
    surfaces: ["scanner", "black", "white", "desk"],
  },
  screenshot: {
    ...scan,
    side: [1800, 2500],
    fill: [0.9, 1],
    turnMax: 0,
    quality: [75, 95],
    surfaces: ["screen"],
  },
  phone,
  busy: { ...phone, fill: [0.5, 0.85], surfaces: ["papers", "desk"] },
  motion: { ...phone, motion: [2.5, 4] },
  poor: {
    ...phone,
    side: [1440, 1800],
    fill: [0.68, 0.9],
    turnMax: 15,
    lean: 17,
    blur: [0.7, 1.1],
    motion: [0, 1.8],
    slope: [0.1, 0.5],
    brightness: [0.6, 1.05],
    glareLikelihood: 0.5,
    glare: [0.2, 0.5],
    shadowLikelihood: 0.5,
    shadow: [0.15, 0.4],
    noise: [4, 8],
    cast: 0.1,
    thumbLikelihood: 0.3,
    quality: [58, 78],
  },
  "low-resolution": {
    ...phone,
    side: [720, 840],
    fill: [0.8, 0.95],
    turnMax: 6,
    lean: 7,
    blur: [0.35, 0.6],
    motion: [0, 0],
    noise: [2, 4],
    quality: [68, 85],
  },
  bad: {
    ...phone,
    side: [1400, 1750],
    fill: [0.7, 0.9],
    turnMax: 22,
    lean: 22,
    blur: [0.75, 1.2],
    motion: [0, 2.2],
    slope: [0.2, 0.7],
    brightness: [0.45, 1.1],
    glareLikelihood: 0.7,
    glare: [0.3, 0.7],
    shadowLikelihood: 0.7,
    shadow: [0.25, 0.55],
    noise: [6, 11],
    cast: 0.14,
    thumbLikelihood: 0.45,
    quality: [40, 65],
  },
};
