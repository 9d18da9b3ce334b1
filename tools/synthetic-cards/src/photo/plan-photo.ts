import type { CardKind, Severity } from "../card-order.ts";
import type { Dice } from "../make-dice.ts";
import { cardSize } from "../printing/open-sheet.ts";
import type { PhotoPlan } from "./photo-plan.ts";
import { type Range, type Recipe, recipes } from "./recipes.ts";

/** Corners where a thumb hides nothing that is to be read. */
const thumbCorners = {
  "2021": { front: ["upper left"], back: ["upper left", "upper right", "lower left"] },
  "2024": {
    front: ["upper left", "upper right", "lower left", "lower right"],
    back: ["lower left", "lower right"],
  },
} as const;

/** Settles how a side is photographed. */
export function planPhoto(
  kind: CardKind,
  side: "front" | "back",
  severity: Severity,
  turn: number,
  dice: Dice,
): PhotoPlan {
  const recipe = recipes[severity];
  const tilted = turn + dice.between(-recipe.tilt, recipe.tilt);
  const shadowIsCast = dice.happens(recipe.shadowLikelihood);
  return {
    ...sizeFor(recipe, tilted, severity === "clean", dice),
    surface: dice.pick(recipe.surfaces),
    turn: tilted,
    lean: { x: dice.between(-recipe.lean, recipe.lean), y: dice.between(-recipe.lean, recipe.lean) },
    fill: within(recipe.fill, dice),
    place: { x: dice.between(0.2, 0.8), y: dice.between(0.2, 0.8) },
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

/** Scans are cut to the card; phones hold their picture upright or across, mostly as the card lies. */
function sizeFor(
  recipe: Recipe,
  turn: number,
  isScan: boolean,
  dice: Dice,
): { readonly width: number; readonly height: number } {
  const longer = Math.round(within(recipe.side, dice));
  const radians = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const boxWidth = cos * cardSize.width + sin * cardSize.height;
  const boxHeight = sin * cardSize.width + cos * cardSize.height;
  const isAcross = boxWidth >= boxHeight;
  const ratio = Math.min(boxWidth, boxHeight) / Math.max(boxWidth, boxHeight);
  const shorter = Math.round(longer * (isScan ? ratio : dice.pick([3 / 4, 3 / 4, 9 / 16, 2 / 3])));
  return isAcross ? { width: longer, height: shorter } : { width: shorter, height: longer };
}

function within([from, to]: Range, dice: Dice): number {
  return dice.between(from, to);
}
