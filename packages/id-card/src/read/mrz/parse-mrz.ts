import { formatDate } from "../dates.ts";

/** The fields of the machine-readable lines (MRZ) of a Vietnamese card. */
export interface MrzFields {
  /** The twelve digits. */
  readonly idNumber: string;
  readonly dateOfBirth: string | undefined;
  readonly sex: "Nam" | "Nữ" | undefined;
  /** dd/MM/yyyy; `none` for a card that does not expire; `undefined` if it is no valid date. */
  readonly dateOfExpiry: string | "none" | undefined;
  /** The country code, `VNM`. */
  readonly nationality: string;
  /** Surname and given names in capitals, without accents. */
  readonly plainName: string;
}

/**
 * Parses three machine-readable lines of 30 characters (ICAO 9303, TD1). Returns `undefined` if they are malformed or of another
 * country, a check digit is wrong, or the last nine digits of the number, which are there twice, differ.
 *
 * @example
 * ```ts
 * import { parseMrz } from "@trading-oms/id-card";
 *
 * const mrz = parseMrz([
 *   "IDVNM2040000178001204000017<<9",
 *   "0403173M2903172VNM<<<<<<<<<<<8",
 *   "TRAN<<MINH<KHOI<<<<<<<<<<<<<<<",
 * ]);
 * console.log(mrz?.idNumber, mrz?.dateOfExpiry); // 001204000017 17/03/2029
 * ```
 */
export function parseMrz(lines: readonly [string, string, string]): MrzFields | undefined {
  const [first, second, third] = lines;
  if (lines.some((line) => !/^[A-Z0-9<]{30}$/.test(line)) || !first.startsWith("IDVNM")) return undefined;
  if (!areCheckDigitsRight(first, second)) return undefined;
  const idNumber = first.slice(15, 27);
  if (!/^\d{12}$/.test(idNumber) || idNumber.slice(3) !== first.slice(5, 14)) return undefined;
  return {
    idNumber,
    dateOfBirth: readBirth(second.slice(0, 6), birthYearOf(idNumber)),
    sex: readSex(second.charAt(7)),
    dateOfExpiry: readExpiry(second.slice(8, 14)),
    nationality: second.slice(15, 18),
    plainName: third.replaceAll(/<+/g, " ").trim(),
  };
}

/** Checks the five check digits of the first two lines. The third has none. */
function areCheckDigitsRight(first: string, second: string): boolean {
  const composite = first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29);
  const pairs: [string, string][] = [
    [first.slice(5, 14), first.charAt(14)],
    [first.slice(15, 29), first.charAt(29)],
    [second.slice(0, 6), second.charAt(6)],
    [second.slice(8, 14), second.charAt(14)],
    [composite, second.charAt(29)],
  ];
  return pairs.every(([text, digit]) => isCheckedBy(text, digit));
}

/** The check digit of an empty field may be a filler. */
function isCheckedBy(text: string, digit: string): boolean {
  return checkDigitOf(text) === digit || (digit === "<" && /^<*$/.test(text));
}

function readSex(letter: string): "Nam" | "Nữ" | undefined {
  if (letter === "M") return "Nam";
  return letter === "F" ? "Nữ" : undefined;
}

/** The MRZ has two digits of the year. The century comes from the number, assuming that it follows the rule of before July 2024. */
function readBirth(digits: string, birthYear: number | undefined): string | undefined {
  if (!/^\d{6}$/.test(digits) || birthYear === undefined) return undefined;
  const century = birthYear - (birthYear % 100);
  return formatDate(
    century + Number(digits.slice(0, 2)),
    Number(digits.slice(2, 4)),
    Number(digits.slice(4)),
  );
}

function readExpiry(digits: string): string | "none" | undefined {
  // How Vietnam encodes "no expiry" is not published. Documents of other countries have fillers or 991231.
  if (/^<{6}$/.test(digits) || digits === "991231") return "none";
  if (!/^\d{6}$/.test(digits)) return undefined;
  return formatDate(2000 + Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4)));
}

const weights = [7, 3, 1];

/** The check digit of ICAO 9303: the sum modulo 10 of digits as such, A to Z as 10 to 35 and fillers as 0, weighted 7, 3, 1. */
export function checkDigitOf(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum += characterValue(text.charCodeAt(i)) * (weights[i % 3] ?? 0);
  return String(sum % 10);
}

function characterValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 65 && code <= 90 ? code - 55 : 0;
}

/**
 * The year of birth that a number encodes; `undefined` for a century that is not in use yet. Since July 2024 the law no longer says
 * that numbers encode it.
 */
export function birthYearOf(number: string): number | undefined {
  const century = 1900 + 100 * Math.floor(Number(number[3]) / 2);
  return century > 2000 ? undefined : century + Number(number.slice(4, 6));
}
