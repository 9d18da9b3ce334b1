import type { CardKind, FieldName, Side } from "./card-reading.ts";

const onFront2021: readonly FieldName[] = [
  "idNumber",
  "fullName",
  "dateOfBirth",
  "sex",
  "nationality",
  "placeOfOrigin",
  "placeOfResidence",
  "dateOfExpiry",
];

const onBack2021: readonly FieldName[] = [
  "idNumber",
  "dateOfBirth",
  "sex",
  "dateOfExpiry",
  "dateOfIssue",
  "issuedBy",
];

const onFront2024: readonly FieldName[] = ["idNumber", "fullName", "dateOfBirth", "sex", "nationality"];

const onBack2024: readonly FieldName[] = [
  "idNumber",
  "dateOfBirth",
  "sex",
  "placeOfOrigin",
  "placeOfResidence",
  "dateOfExpiry",
  "dateOfIssue",
  "issuedBy",
];

/** The fields that a side of a card bears, in print, code or lines. Where the kind is not known, those that both kinds bear. */
export function fieldsOf(kind: CardKind | undefined, side: Side): readonly FieldName[] {
  if (side === "front") return kind === "2021" ? onFront2021 : onFront2024;
  return kind === "2024" ? onBack2024 : onBack2021;
}
