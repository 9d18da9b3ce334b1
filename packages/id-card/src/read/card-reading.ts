/** The fields of a card, named as the operation names them. */
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

/** Which part of the card a value was read from. */
export type Source = "qr" | "mrz" | "print";

/** The year in which a card of this kind was first issued: "CĂN CƯỚC CÔNG DÂN" of 2021, "CĂN CƯỚC" of 2024. */
export type CardKind = "2021" | "2024";

/** The side of a card, as the caller named it. */
export type Side = "front" | "back";

/** A value that was read, the part that it was read from, and how sure the reader is, from 0 to 1. */
export interface ReadField {
  readonly value: string;
  readonly source: Source;
  readonly confidence: number;
  /** The parts of the card that say otherwise. */
  readonly contradictedBy?: readonly Source[];
}

/** What kept a side from being read, as a word for programs. */
export type ProblemCode =
  | "not-an-image"
  | "format-not-supported"
  | "too-many-bytes"
  | "too-many-pixels"
  | "too-long-a-side"
  | "not-decodable"
  | "no-card"
  | "cut-off-left"
  | "cut-off-right"
  | "cut-off-top"
  | "cut-off-bottom"
  | "too-small"
  | "too-blurred"
  | "is-front"
  | "is-back"
  | "several-cards"
  | "other-card"
  | "print-not-read"
  | "out-of-time";

/** What is wrong with one side, for programs and for the person who took the photograph. */
export interface Problem {
  readonly side: Side;
  readonly code: ProblemCode;
  readonly says: string;
}

/** Everything that was read from a card, and what was not. */
export interface CardReading {
  readonly kind: CardKind | undefined;
  readonly fields: Readonly<Partial<Record<FieldName, ReadField>>>;
  /** Fields that the sides sent should bear, and that no part of them gave. */
  readonly missing: readonly FieldName[];
  /** Fields that were read below their gate or against another part; a doubtful number is left out of `fields`. */
  readonly doubtful: readonly FieldName[];
  readonly problems: readonly Problem[];
  /** Whether the front was sent as the back and the other way round; it is read all the same. */
  readonly isSwapped: boolean;
  /** Whether every field of the sides sent was read above its gate, and nothing speaks against the number. */
  readonly isComplete: boolean;
}
