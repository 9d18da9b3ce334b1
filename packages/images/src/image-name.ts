export const imageSides = ["front", "back", "portrait"] as const;

export type ImageSide = (typeof imageSides)[number];

/**
 * The name of an image in a store. The card id begins with the second of its deletion, so lists are sorted by deletion time,
 * and ends with 128 random bits.
 */
export type ImageName = { readonly cardId: string; readonly side: ImageSide };

const cardForm = /^\d{10}-[0-9a-f]{32}$/;
const nameForm = /^(\d{10}-[0-9a-f]{32})-(front|back|portrait)$/;

/** Makes the id of a card whose images are deleted at a time. */
export function makeCardId(deleteAtMs: number, random: Uint8Array<ArrayBuffer>): string {
  return `${String(Math.ceil(deleteAtMs / 1_000)).padStart(10, "0")}-${random.toHex()}`;
}

/** When the images of a card are deleted, in Unix milliseconds. */
export function deletionOf(cardId: string): number {
  return Number(cardId.slice(0, 10)) * 1_000;
}

export function isCardId(text: string): boolean {
  return cardForm.test(text);
}

export function renderImageName({ cardId, side }: ImageName): string {
  return `${cardId}-${side}`;
}

/** Parses the name of an image. Undefined for other files in the same store. */
export function readImageName(name: string): ImageName | undefined {
  const [, cardId, side] = nameForm.exec(name) ?? [];
  if (cardId === undefined) return undefined;
  return { cardId, side: side as ImageSide };
}

/** The metadata that is sealed with an image: its time, purpose, consent and origin. */
export type ImageRecord = {
  readonly side: ImageSide;
  readonly mediaType: "image/jpeg";
  readonly keptAtMs: number;
  /** The operator's reason for keeping images. */
  readonly purpose: string;
  /** The operator's name for the text that the card holder agreed to. */
  readonly consent: string;
  /** The id of the request that brought the image, as in logs. */
  readonly requestId: string;
  /** From `signSubject`: finds the images of a card number with the key. Null if no number was read. */
  readonly subject: string | null;
};
