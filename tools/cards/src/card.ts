/** The cards in circulation, by the year of their law. */
export type CardKind = "2021" | "2024";

/** How hard a picture is to read, from a scan to what a hurried hand makes in bad light. */
export type Severity = "clean" | "phone" | "poor" | "low-resolution" | "bad";

/** The form in which a picture is written. */
export type Encoding = "jpeg" | "png" | "webp";

/** A day as it stands on a card. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** What kind of picture is wanted; whatever is left out follows from the seed. */
export type CardOrder = {
  /** A whole number from 0 on; the same one gives the same person on both kinds of pictures. */
  readonly seed: number;
  readonly kind: CardKind;
  readonly severity: Severity;
  /** How far the card is turned, in degrees clockwise, on top of what the severity brings. */
  readonly turn?: number;
  /** Destroyed: scratched and stained until no decoder makes anything of it. */
  readonly qr?: "legible" | "destroyed";
  readonly encoding?: Encoding;
  /** Writes the pixels lying on their side, and an EXIF orientation that sets them right; JPEG alone. */
  readonly isTurnedByExif?: boolean;
};
