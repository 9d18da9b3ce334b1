import { parseDate } from "../dates.ts";

/** The fields of the QR code of a card. Parts after the seventh are ignored, because their order is not published. */
export interface QrFields {
  /** The twelve digits. */
  readonly idNumber: string;
  /** The number of an earlier card, nine or twelve digits. */
  readonly oldNumber: string | undefined;
  /** In capitals, with accents. */
  readonly fullName: string;
  readonly dateOfBirth: string | undefined;
  readonly sex: "Nam" | "Nữ" | undefined;
  readonly placeOfResidence: string | undefined;
  readonly dateOfIssue: string | undefined;
  /** Whether there are more than seven parts, as on cards of 2024. */
  readonly hasMore: boolean;
}

/**
 * Parses the text of a card's QR code. Returns `undefined` if it is not the code of a card.
 *
 * @example
 * ```ts
 * import { parseQrText } from "@trading-oms/id-card";
 *
 * const card = parseQrText("001204000017|123456789|Trần Minh Khôi|17032004|Nam|Trâu Quỳ, Gia Lâm, Hà Nội|22082022");
 * console.log(card?.fullName, card?.dateOfBirth); // TRẦN MINH KHÔI 17/03/2004
 * ```
 */
export function parseQrText(text: string): QrFields | undefined {
  const places = text.split("|").map(tidyText);
  const idNumber = places[0] ?? "";
  if (!/^\d{12}$/.test(idNumber) || places.length < 6) return undefined;
  // Some cards leave the old number out, so that the name is the second part.
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
