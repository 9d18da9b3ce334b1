import { parseDate } from "../dates.ts";

/** What the QR code of a card says. Whatever stands after the seventh place is left alone: its order is not published. */
export interface QrSays {
  readonly idNumber: string;
  readonly oldNumber: string | undefined;
  readonly fullName: string;
  readonly dateOfBirth: string | undefined;
  readonly sex: "Nam" | "Nữ" | undefined;
  readonly placeOfResidence: string | undefined;
  readonly dateOfIssue: string | undefined;
  /** Whether there is more than the seven places, as on cards of 2024. */
  readonly hasMore: boolean;
}

/** Parses the text of a card's QR code; `undefined` for a code of something else. */
export function parseQrText(text: string): QrSays | undefined {
  const places = text.split("|").map(tidyText);
  const idNumber = places[0] ?? "";
  if (!/^\d{12}$/.test(idNumber) || places.length < 6) return undefined;
  // Some cards leave the place of the old number out, and then the name stands where it would be.
  const oldNumber = /^(\d{9}|\d{12})?$/.test(places[1] ?? "") ? places[1] : undefined;
  const rest = places.slice(oldNumber === undefined ? 1 : 2);
  const [fullName = "", birth = "", sex = "", residence = "", issue = ""] = rest;
  if (!/^\p{L}[\p{L} '.-]*$/u.test(fullName)) return undefined;
  return {
    idNumber,
    oldNumber: oldNumber || undefined,
    fullName: fullName.toLocaleUpperCase("vi"),
    dateOfBirth: parseDate(birth),
    sex: parseSex(sex),
    placeOfResidence: residence || undefined,
    dateOfIssue: parseDate(issue),
    hasMore: rest.length > 5,
  };
}

function parseSex(text: string): "Nam" | "Nữ" | undefined {
  const folded = text.toLocaleLowerCase("vi");
  if (folded === "nam") return "Nam";
  return folded === "nữ" ? "Nữ" : undefined;
}

function tidyText(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
}
