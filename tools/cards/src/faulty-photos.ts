import type { CardKind, CardOrder } from "./card.ts";
import { type Dice, makeDice } from "./dice.ts";
import { photographSide, planSide, poseCard, printFor, type Sitting } from "./make-card.ts";
import type { PhotoPlan } from "./photo/plan.ts";
import { projectCard } from "./photo/projection.ts";
import { crop, encodePicture, type Raster } from "./photo/raster.ts";
import { takePhoto } from "./photo/take-photo.ts";
import type { Range } from "./printing/style.ts";

/** Faults of photographs that its holder can mend. */
export const photoFaults = ["glare", "dark", "blur", "cut", "small", "screen"] as const;

export type PhotoFault = (typeof photoFaults)[number];

/** Photographs a front with a fault, and the back without one, to develop a reader with. The same seed gives the same bytes. */
export function makeFaultyPhoto(seed: number, kind: CardKind, fault: PhotoFault): FaultyPhoto {
  return photographFault(seed, kind, fault, "tuning");
}

/** A front with a fault, and a back without one. */
export type FaultyPhoto = { readonly front: Uint8Array; readonly back: Uint8Array };

/** Photographs a front with a fault in a range of prints. */
export function photographFault(
  seed: number,
  kind: CardKind,
  fault: PhotoFault,
  range: Range,
): { readonly front: Uint8Array; readonly back: Uint8Array } {
  const dice = makeDice(`faulty/${range}/${kind}/${seed}`);
  const order: CardOrder = { seed, kind, severity: "phone" };
  const run = printFor(order, dice, range);
  const sitting: Sitting = { order, side: "front", run };
  const usual = planSide(sitting, dice.for("plan"));
  const plan: PhotoPlan = { ...usual, thumb: "none", ...faultIn(fault, usual, dice.for(fault)) };
  const picture = takePhoto([poseCard(sitting, plan)], plan, dice.for("take"));
  const shown = fault === "cut" ? cutOff(picture, plan, dice.for("cut")) : picture;
  return {
    front: encodePicture(shown, "jpeg", plan.quality),
    back: photographSide({ ...sitting, side: "back" }, dice.for("back")),
  };
}

function faultIn(fault: PhotoFault, plan: PhotoPlan, dice: Dice): Partial<PhotoPlan> {
  const { width, height, motion } = plan;
  switch (fault) {
    case "glare": {
      const at = { x: dice.between(0.3, 0.8), y: dice.between(0.4, 0.8) };
      return { glare: { strength: dice.between(1.3, 1.9), at, width: dice.between(0.22, 0.36) } };
    }
    case "dark":
      return { brightness: dice.between(0.08, 0.22), noise: dice.between(3, 7), shadow: noShadow };
    case "blur":
      return dice.happens(0.6)
        ? { blur: dice.between(4.5, 8) }
        : { motion: { ...motion, length: dice.between(16, 26) } };
    case "small":
      return { fill: dice.between(150, 290) / Math.max(width, height) };
    case "screen": {
      // The pixels of a screen that a camera does not resolve are no fault of the picture.
      const pixelMm = dice.between(2.3, 4.5) / projectCard(plan).pixelsPerMm;
      return { screenPixelMm: pixelMm, surface: "screen" };
    }
    case "cut":
      return {};
  }
}

const noShadow = { strength: 0, at: 0, angle: 0 };

/** Crops a picture so that a tenth to a third of the card is lost at one side. */
function cutOff(picture: Raster, plan: PhotoPlan, dice: Dice): Raster {
  const { corners } = projectCard(plan);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const lost = dice.between(0.12, 0.33);
  const whole = { left: 0, top: 0, right: picture.width, bottom: picture.height };
  const boxes = [
    { ...whole, left: Math.round(left + lost * (right - left)) },
    { ...whole, right: Math.round(right - lost * (right - left)) },
    { ...whole, top: Math.round(top + lost * (bottom - top)) },
    { ...whole, bottom: Math.round(bottom - lost * (bottom - top)) },
  ];
  return crop(picture, dice.pick(boxes));
}
