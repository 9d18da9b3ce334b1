import type { CardKind, CardOrder } from "./card.ts";
import { type Dice, makeDice } from "./dice.ts";
import { photographSide, planSide, poseCard, printFor, type Sitting } from "./make-card.ts";
import type { CardTruth } from "./people/card-texts.ts";
import type { PhotoPlan } from "./photo/plan.ts";
import { projectCard } from "./photo/projection.ts";
import { crop, encodePicture, type Raster } from "./photo/raster.ts";
import { takePhoto } from "./photo/take-photo.ts";

/** Pictures that people may send by mistake, or to test the service. */
export const oddities = [
  "sides swapped",
  "back as front",
  "two fronts",
  "two backs",
  "back of somebody else",
  "blank page",
  "no card",
  "card in a corner",
  "four cards",
  "cut off at the left",
] as const;

export type Oddity = (typeof oddities)[number];

/** Unusual or invalid pictures, and the truth if they show one whole card. */
export type OddCard = {
  readonly front: Uint8Array;
  readonly back?: Uint8Array;
  readonly truth?: CardTruth;
};

/** Makes pictures of a kind that people send by mistake. The same seed gives the same bytes. */
export function makeOddCard(seed: number, kind: CardKind, oddity: Oddity): OddCard {
  const dice = makeDice(`odd/${kind}/${seed}`);
  const order: CardOrder = { seed, kind, severity: "phone" };
  const run = printFor(order, dice);
  const side = (name: "front" | "back", by = run) =>
    photographSide({ order, side: name, run: by }, dice.for(name));
  switch (oddity) {
    case "sides swapped":
      return { front: side("back"), back: side("front"), truth: run.truth };
    case "back as front":
      return { front: side("back") };
    case "two fronts":
      return { front: side("front"), back: side("front") };
    case "two backs":
      return { front: side("back"), back: side("back") };
    case "back of somebody else":
      return { front: side("front"), back: side("back", printFor(order, dice.for("somebody else"))) };
    case "card in a corner":
      return { front: photographInCorner(order, dice), back: side("back"), truth: run.truth };
    case "blank page":
      return { front: photographNothing(order, "scanner", dice) };
    case "no card":
      return { front: photographNothing(order, "desk", dice) };
    case "four cards":
      return { front: photographFour(order, dice) };
    case "cut off at the left":
      return { front: photographCutOff(order, dice), back: side("back") };
  }
}

function photographInCorner(order: CardOrder, dice: Dice): Uint8Array {
  const sitting: Sitting = { order, side: "front", run: printFor(order, dice) };
  const usual = planSide(sitting, dice.for("corner"));
  const plan: PhotoPlan = { ...usual, width: 3200, height: 2400, fill: 0.3, place: { x: 0.03, y: 0.96 } };
  return write(takePhoto([poseCard(sitting, plan)], plan, dice.for("corner")));
}

function photographNothing(order: CardOrder, surface: PhotoPlan["surface"], dice: Dice): Uint8Array {
  const sitting: Sitting = { order, side: "front", run: printFor(order, dice) };
  const plan: PhotoPlan = { ...planSide(sitting, dice.for(surface)), surface };
  return write(takePhoto([], plan, dice.for(surface)));
}

/** Four cards of different people, in two rows of two. */
function photographFour(order: CardOrder, dice: Dice): Uint8Array {
  const sittings = [0, 1, 2, 3].map((n): Sitting => {
    return { order, side: "front", run: printFor(order, dice.for(`person ${n}`)) };
  });
  const usual = planSide({ order, side: "front", run: printFor(order, dice) }, dice.for("four"));
  const plan: PhotoPlan = { ...usual, width: 2400, height: 1800, fill: 0.44, turn: 0, thumb: "none" };
  const subjects = sittings.map((sitting, n) => {
    const place = { x: n % 2 === 0 ? 0.06 : 0.94, y: n < 2 ? 0.1 : 0.9 };
    return poseCard(sitting, { ...plan, place });
  });
  return write(takePhoto(subjects, plan, dice.for("four")));
}

function photographCutOff(order: CardOrder, dice: Dice): Uint8Array {
  const sitting: Sitting = { order, side: "front", run: printFor(order, dice) };
  const plan = planSide(sitting, dice.for("cut off"));
  const [upperLeft, upperRight] = projectCard(plan).corners;
  const left = Math.round(upperLeft.x + 0.45 * (upperRight.x - upperLeft.x));
  const picture = takePhoto([poseCard(sitting, plan)], plan, dice.for("cut off"));
  return write(crop(picture, { left, top: 0, right: picture.width, bottom: picture.height }));
}

function write(picture: Raster): Uint8Array {
  return encodePicture(picture, "jpeg", 85);
}
