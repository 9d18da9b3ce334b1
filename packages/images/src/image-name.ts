/** The images of a card that are kept. */
export const imageSides = ["front", "back", "portrait"] as const;

/** One of the images of a card. */
export type ImageSide = (typeof imageSides)[number];

/**
 * What an image is kept under. The card's name begins with the second from which it is to be gone, so that the oldest stand
 * first in every list, and ends with 128 bits that nobody can guess.
 */
export type ImageName = { readonly cardId: string; readonly side: ImageSide };

const cardForm = /^\d{10}-[0-9a-f]{32}$/;
const nameForm = /^(\d{10}-[0-9a-f]{32})-(front|back|portrait)$/;

/** Names a card whose images are to be gone at a time. */
export function nameCard(deleteAtMs: number, random: Uint8Array<ArrayBuffer>): string {
  return `${String(Math.ceil(deleteAtMs / 1_000)).padStart(10, "0")}-${random.toHex()}`;
}

/** When the images of a card are to be gone. */
export function deletionOf(cardId: string): number {
  return Number(cardId.slice(0, 10)) * 1_000;
}

/** Whether a text may be the name of a card. */
export function isCardId(text: string): boolean {
  return cardForm.test(text);
}

/** Writes the name of an image. */
export function renderImageName({ cardId, side }: ImageName): string {
  return `${cardId}-${side}`;
}

/** Reads the name of an image; undefined for whatever else somebody has put beside images. */
export function readImageName(name: string): ImageName | undefined {
  const [, cardId, side] = nameForm.exec(name) ?? [];
  if (cardId === undefined) return undefined;
  return { cardId, side: side as ImageSide };
}

/** What is recorded with an image, and sealed with it: why it is here, since when, and by whose leave. */
export type ImageRecord = {
  readonly side: ImageSide;
  readonly mediaType: "image/jpeg";
  readonly keptAtMs: number;
  /** What the operator says images are kept for. */
  readonly purpose: string;
  /** The words that whoever sent the images has agreed to, by the operator's name for them. */
  readonly consent: string;
  /** The request that it came by, which logs have as well. */
  readonly requestId: string;
  /** Tells whose card it is to whoever knows the number and the key, and nothing to anybody else; null where none was read. */
  readonly subject: string | null;
};
