import { readWhatNumberSays } from "../number/number-says.ts";
import { writeDate } from "../number/write-date.ts";
import { checkDigitOf } from "./check-digit-of.ts";

/** What the three machine-readable lines of a Vietnamese card say. */
export interface MrzSays {
  readonly idNumber: string;
  readonly dateOfBirth: string | undefined;
  readonly sex: "Nam" | "Nữ" | undefined;
  /** The day, `none` where what stands in its place is no day of expiry, `undefined` where it is no day. */
  readonly dateOfExpiry: string | "none" | undefined;
  readonly nationality: string;
  /** Surname and given names as written there, in capitals without accents. */
  readonly plainName: string;
}

/**
 * Parses three lines of thirty. `undefined` where a check digit is wrong, or the last nine of the twelve digits, which
 * the lines carry twice, are not the same.
 */
export function parseMrz(lines: readonly [string, string, string]): MrzSays | undefined {
  const [first, second, third] = lines;
  if (lines.some((line) => !/^[A-Z0-9<]{30}$/.test(line)) || !first.startsWith("IDVNM")) return undefined;
  if (!areCheckDigitsRight(first, second)) return undefined;
  const idNumber = first.slice(15, 27);
  const says = readWhatNumberSays(idNumber);
  if (says === undefined || idNumber.slice(3) !== first.slice(5, 14)) return undefined;
  const [surname = "", ...given] = third.split("<<");
  return {
    idNumber,
    dateOfBirth: readBirth(second.slice(0, 6), says.birthYear),
    sex: readSex(second.charAt(7)),
    dateOfExpiry: readExpiry(second.slice(8, 14)),
    nationality: second.slice(15, 18),
    plainName: [surname, ...given].join("<").replaceAll(/<+/g, " ").trim(),
  };
}

/** Whether the five check digits of the first two lines are right; the third line has none. */
export function areCheckDigitsRight(first: string, second: string): boolean {
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

/** A filler may stand for the check digit of nothing but fillers. */
function isCheckedBy(text: string, digit: string): boolean {
  return checkDigitOf(text) === digit || (digit === "<" && /^<*$/.test(text));
}

function readSex(letter: string): "Nam" | "Nữ" | undefined {
  if (letter === "M") return "Nam";
  return letter === "F" ? "Nữ" : undefined;
}

/** The lines have two digits of the year; the century stands in the number, if that goes by its old rule. */
function readBirth(digits: string, birthYear: number | undefined): string | undefined {
  if (!/^\d{6}$/.test(digits) || birthYear === undefined) return undefined;
  const century = birthYear - (birthYear % 100);
  return writeDate(century + Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4)));
}

function readExpiry(digits: string): string | "none" | undefined {
  // Not published; fillers and the last day of the century are what such documents write elsewhere.
  if (/^<{6}$/.test(digits) || digits === "991231") return "none";
  if (!/^\d{6}$/.test(digits)) return undefined;
  return writeDate(2000 + Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4)));
}
