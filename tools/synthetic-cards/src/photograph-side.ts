import type { CardOrder, Encoding } from "./card-order.ts";
import type { Dice } from "./make-dice.ts";
import { encodePicture } from "./photo/encode-picture.ts";
import type { PhotoPlan } from "./photo/photo-plan.ts";
import { planPhoto } from "./photo/plan-photo.ts";
import { type Projection, projectCard } from "./photo/project-card.ts";
import type { Raster } from "./photo/raster.ts";
import { type Subject, takePhoto } from "./photo/take-photo.ts";
import { turnByExif } from "./photo/turn-by-exif.ts";
import { printCard } from "./printing/print-card.ts";
import type { PrintRun } from "./printing/print-run.ts";

/** What was done to one picture. */
export type PictureNotes = PhotoPlan & {
  readonly encoding: Encoding;
  /** Where the corners of the card lie in the picture: upper left, upper right, lower right, lower left of the print. */
  readonly corners: Projection["corners"];
  readonly pixelsPerMm: number;
};

/** A side of a card, and the order that it is made for. */
export type Sitting = {
  readonly order: CardOrder;
  readonly side: "front" | "back";
  readonly run: PrintRun;
};

/** Cards are drawn a little finer than they are photographed. */
const fineness = 1.3;

/** Photographs a side as its order says, and writes the picture as a file. */
export function photographSide(
  sitting: Sitting,
  dice: Dice,
): { readonly bytes: Uint8Array; readonly notes: PictureNotes } {
  const { order } = sitting;
  const plan = planSide(sitting, dice);
  const subject = poseCard(sitting, plan);
  const picture = takePhoto([subject], plan, dice.for("take"));
  const encoding = order.encoding ?? (order.isTurnedByExif ? "jpeg" : usualEncoding(order, dice));
  const bytes = order.isTurnedByExif
    ? turnByExif(picture, plan.quality, dice.for("exif"))
    : encodePicture(picture, encoding, plan.quality);
  const { corners, pixelsPerMm } = subject.projection;
  return { bytes, notes: { ...plan, encoding, corners, pixelsPerMm } };
}

/** Settles how a side is photographed. */
export function planSide({ order, side }: Sitting, dice: Dice): PhotoPlan {
  return planPhoto(order.kind, side, order.severity, order.turn ?? 0, dice.for("plan"));
}

/** Prints a side as finely as the plan needs, and lays it before the lens. */
export function poseCard({ order, side, run }: Sitting, plan: PhotoPlan): Subject {
  const projection = projectCard(plan);
  const card: Raster = printCard(order.kind, side, run, projection.pixelsPerMm * fineness);
  return { card, projection };
}

function usualEncoding({ severity }: CardOrder, dice: Dice): Encoding {
  return severity === "clean"
    ? dice.pick(["jpeg", "jpeg", "jpeg", "jpeg", "png", "webp"])
    : dice.pick(["jpeg", "jpeg", "jpeg", "jpeg", "jpeg", "webp"]);
}
