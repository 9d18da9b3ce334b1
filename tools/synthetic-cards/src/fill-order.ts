import type { CardKind, CardOrder, Encoding } from "./card-order.ts";
import type { CardTruth } from "./card-truth.ts";
import type { Dice } from "./make-dice.ts";
import { inventPerson } from "./people/invent-person.ts";
import type { MrzLines } from "./people/write-mrz.ts";
import { encodePicture } from "./photo/encode-picture.ts";
import type { PhotoPlan } from "./photo/photo-plan.ts";
import { planPhoto } from "./photo/plan-photo.ts";
import { type Projection, projectCard } from "./photo/project-card.ts";
import { takePhoto } from "./photo/take-photo.ts";
import { turnByExif } from "./photo/turn-by-exif.ts";
import { planPrint, printCard } from "./printing/print-card.ts";
import type { PrintRun } from "./printing/print-run.ts";

/** What was done to one picture. */
export type PictureNotes = PhotoPlan & {
  readonly encoding: Encoding;
  /** Where the corners of the card lie in the picture: upper left, upper right, lower right, lower left of the print. */
  readonly corners: Projection["corners"];
  readonly pixelsPerMm: number;
};

/** Both sides of a card of somebody who does not exist, as files, and the truth about them. */
export type SyntheticCard = {
  readonly kind: CardKind;
  readonly front: Uint8Array;
  readonly back: Uint8Array;
  readonly truth: CardTruth;
  /** What the QR code says, legible or not. */
  readonly qrText: string;
  readonly mrzLines: MrzLines;
  readonly done: {
    readonly typeface: string;
    readonly qr: "legible" | "destroyed";
    readonly front: PictureNotes;
    readonly back: PictureNotes;
  };
};

/** Cards are drawn a little finer than they are photographed. */
const fineness = 1.3;

/** Invents somebody, prints the card and photographs both sides, all of it by the dice. */
export function fillOrder(order: CardOrder, dice: Dice): SyntheticCard {
  const person = inventPerson(order.kind, dice.for("person"));
  const qr = order.qr ?? "legible";
  const run = planPrint(order.kind, person, qr === "destroyed", dice.for("print"));
  const front = photographSide(order, "front", run, dice.for(`photo/${order.severity}/front`));
  const back = photographSide(order, "back", run, dice.for(`photo/${order.severity}/back`));
  return {
    kind: order.kind,
    front: front.bytes,
    back: back.bytes,
    truth: run.truth,
    qrText: run.qrText,
    mrzLines: run.mrzLines,
    done: { typeface: run.typeface.name, qr, front: front.notes, back: back.notes },
  };
}

function photographSide(
  order: CardOrder,
  side: "front" | "back",
  run: PrintRun,
  dice: Dice,
): { readonly bytes: Uint8Array; readonly notes: PictureNotes } {
  const plan = planPhoto(order.kind, side, order.severity, order.turn ?? 0, dice.for("plan"));
  const projection = projectCard(plan);
  const card = printCard(order.kind, side, run, projection.pixelsPerMm * fineness);
  const picture = takePhoto([{ card, projection }], plan, dice.for("take"));
  const encoding = order.encoding ?? (order.isTurnedByExif ? "jpeg" : usualEncoding(order, dice));
  const bytes = order.isTurnedByExif
    ? turnByExif(picture, plan.quality, dice.for("exif"))
    : encodePicture(picture, encoding, plan.quality);
  const { corners, pixelsPerMm } = projection;
  return { bytes, notes: { ...plan, encoding, corners, pixelsPerMm } };
}

function usualEncoding({ severity }: CardOrder, dice: Dice): Encoding {
  return severity === "clean"
    ? dice.pick(["jpeg", "png", "webp"])
    : dice.pick(["jpeg", "jpeg", "jpeg", "webp"]);
}
