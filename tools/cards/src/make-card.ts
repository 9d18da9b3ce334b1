import type { CardKind, CardOrder, Encoding } from "./card.ts";
import { type Dice, makeDice } from "./dice.ts";
import type { CardTruth, MrzLines } from "./people/card-texts.ts";
import { inventPerson } from "./people/person.ts";
import { type PhotoPlan, planPhoto } from "./photo/plan.ts";
import { projectCard } from "./photo/projection.ts";
import { encodePicture, type Raster, turnByExif } from "./photo/raster.ts";
import { type Subject, takePhoto } from "./photo/take-photo.ts";
import { planPrint, printCard } from "./printing/print-card.ts";
import type { PrintRun } from "./printing/sheet.ts";
import type { Range } from "./printing/style.ts";

/**
 * Makes a card for developing a reader: both sides as files, and the printed text. The same order gives the same bytes.
 * The cards of the judging set are drawn with other dice and a wider range, in `@trading-oms/cards/judging`.
 */
export function makeCard(order: CardOrder): SyntheticCard {
  return fillOrder(order, makeDice(`tuning/${order.kind}/${order.seed}`), "tuning");
}

/** Both sides of an invented person's card as files, and the truth about them. */
export type SyntheticCard = {
  readonly kind: CardKind;
  readonly front: Uint8Array;
  readonly back: Uint8Array;
  readonly truth: CardTruth;
  /** The text of the QR code, legible or not. */
  readonly qrText: string;
  readonly mrzLines: MrzLines;
};

/** Invents a person, prints the card and photographs both sides. */
export function fillOrder(order: CardOrder, dice: Dice, range: Range): SyntheticCard {
  checkOrder(order);
  const run = printFor(order, dice, range);
  const photo = dice.for(`photo/${order.severity}`);
  return {
    kind: order.kind,
    front: photographSide({ order, side: "front", run }, photo.for("front")),
    back: photographSide({ order, side: "back", run }, photo.for("back")),
    truth: run.truth,
    qrText: run.qrText,
    mrzLines: run.mrzLines,
  };
}

/** Invents a person and plans how the card is printed. */
export function printFor(order: CardOrder, dice: Dice, range: Range = "tuning"): PrintRun {
  const person = inventPerson(order.kind, dice.for("person"));
  return planPrint(order.kind, person, order.qr === "destroyed", range, dice.for("print"));
}

function checkOrder({ seed, encoding, isTurnedByExif }: CardOrder): void {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`A seed is a whole number from 0 on, not ${seed}.`);
  if (isTurnedByExif && encoding !== undefined && encoding !== "jpeg")
    throw new RangeError(`Only a JPEG is turned by EXIF here, not ${encoding}.`);
}

/** A side of a card, and the order that it belongs to. */
export type Sitting = {
  readonly order: CardOrder;
  readonly side: "front" | "back";
  readonly run: PrintRun;
};

/** Cards are drawn at a higher resolution than they are photographed. */
const fineness = 1.3;

/** Photographs a side and encodes the picture as a file. */
export function photographSide(sitting: Sitting, dice: Dice): Uint8Array {
  const { order } = sitting;
  const plan = planSide(sitting, dice);
  const picture = takePhoto([poseCard(sitting, plan)], plan, dice.for("take"));
  if (order.isTurnedByExif) return turnByExif(picture, plan.quality, dice.for("exif"));
  return encodePicture(picture, order.encoding ?? usualEncoding(order, dice), plan.quality);
}

/** Plans how a side is photographed. */
export function planSide({ order, side }: Sitting, dice: Dice): PhotoPlan {
  return planPhoto(order.kind, side, order.severity, order.turn ?? 0, dice.for("plan"));
}

/** Prints a side at the resolution that the plan needs and places it in the picture. */
export function poseCard({ order, side, run }: Sitting, plan: PhotoPlan): Subject {
  const projection = projectCard(plan);
  const card: Raster = printCard(order.kind, side, run, projection.pixelsPerMm * fineness, plan.corner);
  return { card, projection };
}

function usualEncoding({ severity }: CardOrder, dice: Dice): Encoding {
  return severity === "clean"
    ? dice.pick(["jpeg", "jpeg", "jpeg", "jpeg", "png", "webp"])
    : dice.pick(["jpeg", "jpeg", "jpeg", "jpeg", "jpeg", "webp"]);
}
