import type { Dice } from "../make-dice.ts";
import { addNoise } from "./add-noise.ts";
import { blurByLens } from "./blur-by-lens.ts";
import { canvasOf, rasterOf } from "./canvas-of.ts";
import { holdByThumb } from "./hold-by-thumb.ts";
import { laySurface } from "./lay-surface.ts";
import { lightPicture } from "./light-picture.ts";
import type { PhotoPlan } from "./photo-plan.ts";
import type { Projection } from "./project-card.ts";
import { putCard } from "./put-card.ts";
import type { Raster } from "./raster.ts";
import { smearByMotion } from "./smear-by-motion.ts";

/** A card and how it lies. */
export type Subject = { readonly card: Raster; readonly projection: Projection };

/** Photographs cards as planned: on a surface, held, lit, blurred, moved and grained, in the order in which it happens. */
export function takePhoto(subjects: readonly Subject[], plan: PhotoPlan, dice: Dice): Raster {
  let picture = rasterOf(laySurface(plan, dice.for("surface")));
  for (const { card, projection } of subjects) {
    putCard(picture, card, projection);
    if (plan.thumb === "none") continue;
    const canvas = canvasOf(picture);
    holdByThumb(canvas.getContext("2d"), plan.thumb, projection, dice.for("thumb"));
    picture = rasterOf(canvas);
  }
  const [first] = subjects;
  lightPicture(picture, plan, first?.projection);
  blurByLens(picture, plan.blur);
  smearByMotion(picture, plan.motion);
  addNoise(picture, plan.noise, dice.for("noise"));
  return picture;
}
