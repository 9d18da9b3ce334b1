import type { Severity } from "../card-order.ts";
import type { PhotoPlan } from "./photo-plan.ts";

/** From where to where a quantity may go. */
export type Range = readonly [number, number];

/** What pictures of a severity are made with. */
export type Recipe = {
  /** The longer side of the picture, in pixels. */
  readonly side: Range;
  readonly fill: Range;
  /** Degrees to either side of upright. */
  readonly tilt: number;
  readonly lean: number;
  /** Blur and motion in pixels of the picture. */
  readonly blur: Range;
  readonly motion: Range;
  readonly slope: Range;
  readonly brightness: Range;
  readonly glareLikelihood: number;
  readonly glare: Range;
  readonly shadowLikelihood: number;
  readonly shadow: Range;
  readonly noise: Range;
  readonly cast: number;
  readonly thumbLikelihood: number;
  readonly quality: Range;
  readonly surfaces: readonly PhotoPlan["surface"][];
};

const phone: Recipe = {
  side: [1600, 2000],
  fill: [0.7, 0.94],
  tilt: 8,
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
  surfaces: ["desk", "cloth", "wood", "hand"],
};

/** The severities, from a scan to what a hurried hand makes in bad light. */
export const recipes: Readonly<Record<Severity, Recipe>> = {
  clean: {
    ...phone,
    side: [1300, 1900],
    fill: [0.9, 0.98],
    tilt: 1,
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
  },
  phone,
  poor: {
    ...phone,
    side: [1440, 1800],
    fill: [0.68, 0.9],
    tilt: 15,
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
    tilt: 6,
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
    tilt: 22,
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
