import type { CalendarDay, CardKind } from "../card.ts";
import type { Dice } from "../dice.ts";
import type { Person } from "./person.ts";

/** What a reader must find on a card, with the field names of the API, except the address. */
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

/** The printed authority, on one line. */
const issuers: Readonly<Record<CardKind, string>> = {
  "2021": "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
  "2024": "BỘ CÔNG AN",
};

/** The text on a person's card, as printed. */
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

/** Writes the text of the QR code: seven fields, six on some cards of 2021, more on those of 2024. */
export function writeQrText(kind: CardKind, person: Person, dice: Dice): string {
  const fields = [
    person.number,
    person.oldNumber ?? "",
    `${person.surname} ${person.otherNames}`,
    packCalendarDay(person.birth),
    person.sex,
    person.residence,
    packCalendarDay(person.issue),
  ];
  if (kind === "2024") return [...fields, ...opaqueFields(dice)].join("|");
  const hasSix = dice.happens(0.1);
  return (hasSix ? fields.toSpliced(1, 1) : fields).join("|");
}

/** The order of the later fields is not published, so it varies here. */
function opaqueFields(dice: Dice): string[] {
  const forms: readonly (() => string)[] = [
    () => "",
    () => "",
    () => String(dice.below(1e9)).padStart(9, "0"),
    () => `Nguyễn Văn ${dice.pick(["Tám", "Ổn", "Ước"])}`,
    () => `Trần Thị ${dice.pick(["Bưởi", "Đẹp", "Ẩn"])}`,
    () => `${1 + dice.below(28)}0${1 + dice.below(9)}20${10 + dice.below(16)}`,
  ];
  return Array.from({ length: 1 + dice.below(5) }, () => dice.pick(forms)());
}

/** The three machine-readable lines of a card, thirty characters each (ICAO 9303, TD1). */
export type MrzLines = readonly [string, string, string];

/** How the lines encode a card without expiry. This is not published, so both ways are used. */
export type EndlessExpiry = "991231" | "<<<<<<";

/** Writes the machine-readable lines of a person's card. */
export function writeMrz(person: Person, endlessExpiry: EndlessExpiry): MrzLines {
  const sex = person.sex === "Nam" ? "M" : "F";
  const expiry = person.expiry === undefined ? endlessExpiry : shortenCalendarDay(person.expiry);
  const last9 = person.number.slice(3);
  const optional = `${person.number}<<`;
  const line1 = `IDVNM${last9}${checkDigitOf(last9)}${optional}${checkDigitOf(optional)}`;
  const dates = `${withCheckDigit(shortenCalendarDay(person.birth))}${sex}${withCheckDigit(expiry)}`;
  const line2 = `${dates}VNM<<<<<<<<<<<`;
  return [line1, `${line2}${checkDigitOf(compositeOf(line1, line2))}`, nameLineOf(person)];
}

/** The check digit of ICAO 9303: weights 7, 3, 1; letters count from 10 on, fillers as 0. */
export function checkDigitOf(text: string): number {
  const weights = [7, 3, 1];
  let sum = 0;
  for (const [i, character] of [...text].entries()) {
    const value = character === "<" ? 0 : Number.parseInt(character, 36);
    sum += value * (weights[i % 3] ?? 0);
  }
  return sum % 10;
}

/** The input of the composite check digit: the parts of both lines that have check digits of their own. */
export function compositeOf(line1: string, line2: string): string {
  return line1.slice(5, 30) + line2.slice(0, 7) + line2.slice(8, 15) + line2.slice(18, 29);
}

function withCheckDigit(text: string): string {
  return `${text}${checkDigitOf(text)}`;
}

function nameLineOf({ surname, otherNames }: Person): string {
  return `${plainly(surname)}<<${plainly(otherNames)}`.padEnd(30, "<").slice(0, 30);
}

function plainly(name: string): string {
  const letters = name.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[đĐ]/g, "D").toUpperCase();
  return letters.replaceAll(/[^A-Z ]/g, "").replaceAll(" ", "<");
}

/** Formats a day as printed on cards: 17/03/2004. */
function printCalendarDay({ year, month, day }: CalendarDay): string {
  return `${twoDigits(day)}/${twoDigits(month)}/${year}`;
}

/** Formats a day as in QR codes: 17032004. */
function packCalendarDay(day: CalendarDay): string {
  return printCalendarDay(day).replaceAll("/", "");
}

/** Formats a day as in machine-readable lines: 040317. */
function shortenCalendarDay({ year, month, day }: CalendarDay): string {
  return `${twoDigits(year % 100)}${twoDigits(month)}${twoDigits(day)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
