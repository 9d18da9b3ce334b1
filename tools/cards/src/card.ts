/** The cards in circulation, by the year of their first issue. */
export type CardKind = "2021" | "2024";

/**
 * How a picture was made: a scan, a scan or photo cropped to the card, a screenshot, a photo, one on a busy table, one
 * with a moved hand, one in poor light, one as sent by a messenger, a hurried one in bad light.
 */
export const severities = [
  "clean",
  "crop",
  "screenshot",
  "phone",
  "busy",
  "motion",
  "poor",
  "low-resolution",
  "bad",
] as const;

export type Severity = (typeof severities)[number];

/** The file format of a picture. */
export type Encoding = "jpeg" | "png" | "webp";

/** A calendar day, as printed on a card. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** Which picture to make. Omitted members are derived from the seed. */
export type CardOrder = {
  /** A whole number of at least 0. The same seed gives the same person on both sides. */
  readonly seed: number;
  readonly kind: CardKind;
  readonly severity: Severity;
  /** Rotation in degrees clockwise, added to the one of the severity. */
  readonly turn?: number;
  /** `destroyed` scratches and stains the code until no decoder can read it. */
  readonly qr?: "legible" | "destroyed";
  readonly encoding?: Encoding;
  /** Stores the pixels rotated, with an EXIF orientation that corrects them; JPEG only. */
  readonly isTurnedByExif?: boolean;
};
