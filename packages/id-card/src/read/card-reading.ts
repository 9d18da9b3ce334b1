/** The fields of a card. The names are those of the operation `parseIdCard`. */
export type FieldName =
  | "idNumber"
  | "fullName"
  | "dateOfBirth"
  | "sex"
  | "nationality"
  | "placeOfOrigin"
  | "placeOfResidence"
  | "dateOfExpiry"
  | "dateOfIssue"
  | "issuedBy";

/**
 * The part of the card that a value was read from: the QR code, the machine-readable lines, or printed text (OCR); or the law,
 * which fixes the authority of a card of 2024.
 */
export type Source = "qr" | "mrz" | "print" | "law";

/** The kind of a card, by the year of its first issue: 2021 "CĂN CƯỚC CÔNG DÂN", 2024 "CĂN CƯỚC". */
export type CardKind = "2021" | "2024";

/** The side of a card, as the caller passed it. */
export type Side = "front" | "back";

/** The value of a field, with its source and confidence. */
export interface ReadField {
  /** Days are written dd/MM/yyyy, and `Không thời hạn` stands for no expiry. Sex is `Nam` or `Nữ`. */
  readonly value: string;
  readonly source: Source;
  /** From 0 to 1, higher if another part of the card confirms it. Below 0.75 a field is doubtful; a name, a place or `idNumber` below 0.9. */
  readonly confidence: number;
  /** Parts of the card with another value. Left out if there are none. */
  readonly contradictedBy?: readonly Source[];
}

/** What is wrong with a photograph, as a code for programs. */
export type ProblemCode =
  | "not_an_image"
  | "format_not_supported"
  | "too_many_bytes"
  | "too_many_pixels"
  | "too_long_a_side"
  | "not_decodable"
  | "no_card"
  | "cut_off_left"
  | "cut_off_right"
  | "cut_off_top"
  | "cut_off_bottom"
  | "too_small"
  | "too_dark"
  | "glare"
  | "photo_of_screen"
  | "too_blurred"
  | "is_front"
  | "is_back"
  | "several_cards"
  | "print_not_read"
  | "out_of_time";

/** What is wrong with the photograph of one side. */
export interface Problem {
  readonly side: Side;
  readonly code: ProblemCode;
  /** The problem and what to do, in English, for the person who took the photograph. */
  readonly message: string;
}

/** The result of reading a card. */
export interface CardReading {
  /** `undefined` if it could not be determined. */
  readonly kind: CardKind | undefined;
  /** The fields that were read. A doubtful `idNumber` is left out; other doubtful fields are included. */
  readonly fields: Readonly<Partial<Record<FieldName, ReadField>>>;
  /** Fields that the given sides should have, but that were not read at all. */
  readonly missing: readonly FieldName[];
  /** Fields whose confidence is too low, or that another part of the card contradicts. */
  readonly doubtful: readonly FieldName[];
  /** What is wrong with the photographs. There may be problems although all was read. */
  readonly problems: readonly Problem[];
  /** Whether front and back were passed in the wrong order. They are read anyway. */
  readonly isSwapped: boolean;
  /** Whether every field of the given sides and the number was read, and none is doubtful. */
  readonly isComplete: boolean;
}
