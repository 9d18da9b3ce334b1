import type { CardKind } from "./card-order.ts";
import { printCalendarDay } from "./people/calendar-day.ts";
import type { Person } from "./people/invent-person.ts";

/** What a reader is to find on a card, in the words of the API, address aside. */
export type CardTruth = {
  readonly idNumber: string;
  readonly fullName: string;
  readonly dateOfBirth: string;
  readonly sex: "Nam" | "Nữ";
  readonly nationality: "Việt Nam";
  readonly placeOfOrigin: string;
  readonly placeOfResidence: string;
  readonly dateOfExpiry: string;
  readonly dateOfIssue: string;
  readonly issuedBy: string;
};

/** The authority as it is printed, in one line. */
const issuers: Readonly<Record<CardKind, string>> = {
  "2021": "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
  "2024": "BỘ CÔNG AN",
};

/** What stands on somebody's card, as it is printed. */
export function cardTruthOf(kind: CardKind, person: Person): CardTruth {
  return {
    idNumber: person.number,
    fullName: `${person.surname} ${person.otherNames}`.toUpperCase(),
    dateOfBirth: printCalendarDay(person.birth),
    sex: person.sex,
    nationality: "Việt Nam",
    placeOfOrigin: person.origin,
    placeOfResidence: person.residence,
    dateOfExpiry: person.expiry === undefined ? "Không thời hạn" : printCalendarDay(person.expiry),
    dateOfIssue: printCalendarDay(person.issue),
    issuedBy: issuers[kind],
  };
}
