import type { CardKind, CardOrder } from "./card-order.ts";
import type { CardTruth } from "./card-truth.ts";
import type { Dice } from "./make-dice.ts";
import { inventPerson } from "./people/invent-person.ts";
import type { MrzLines } from "./people/write-mrz.ts";
import { type PictureNotes, photographSide } from "./photograph-side.ts";
import { planPrint } from "./printing/print-card.ts";
import type { PrintRun } from "./printing/print-run.ts";

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

/** Invents somebody, prints the card and photographs both sides, all of it by the dice. */
export function fillOrder(order: CardOrder, dice: Dice): SyntheticCard {
  checkOrder(order);
  const run = printFor(order, dice);
  const photo = dice.for(`photo/${order.severity}`);
  const front = photographSide({ order, side: "front", run }, photo.for("front"));
  const back = photographSide({ order, side: "back", run }, photo.for("back"));
  return {
    kind: order.kind,
    front: front.bytes,
    back: back.bytes,
    truth: run.truth,
    qrText: run.qrText,
    mrzLines: run.mrzLines,
    done: {
      typeface: run.typeface.name,
      qr: order.qr ?? "legible",
      front: front.notes,
      back: back.notes,
    },
  };
}

/** Invents somebody, and settles how the card of this person is printed. */
export function printFor(order: CardOrder, dice: Dice): PrintRun {
  const person = inventPerson(order.kind, dice.for("person"));
  return planPrint(order.kind, person, order.qr === "destroyed", dice.for("print"));
}

function checkOrder({ seed, encoding, isTurnedByExif }: CardOrder): void {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`A seed is a whole number from 0 on, not ${seed}.`);
  if (isTurnedByExif && encoding !== undefined && encoding !== "jpeg")
    throw new RangeError(`Only a JPEG is turned by EXIF here, not ${encoding}.`);
}
