import { writeDate } from "../dates.ts";

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

const weights = [7, 3, 1];

/** The check digit of machine-readable text: digits count themselves, A to Z 10 to 35, fillers nothing, by 7, 3, 1. */
export function checkDigitOf(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum += worthOf(text.charCodeAt(i)) * (weights[i % 3] ?? 0);
  return String(sum % 10);
}

function worthOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 65 && code <= 90 ? code - 55 : 0;
}

/** What the twelve digits say of their holder. Since July 2024 the law promises no more than the digits. */
interface NumberSays {
  readonly sex: "Nam" | "Nữ" | undefined;
  /** The year of birth, where the digit of the century is one that is given out. */
  readonly birthYear: number | undefined;
  /** The three digits of the province of registration. */
  readonly province: string;
}

/** Reads what a citizen's number says; `undefined` for what is no such number. */
export function readWhatNumberSays(number: string): NumberSays | undefined {
  if (!/^\d{12}$/.test(number)) return undefined;
  const centuryAndSex = Number(number[3]);
  const century = 1900 + 100 * Math.floor(centuryAndSex / 2);
  return {
    sex: centuryAndSex % 2 === 0 ? "Nam" : "Nữ",
    birthYear: century > 2000 ? undefined : century + Number(number.slice(4, 6)),
    province: number.slice(0, 3),
  };
}

/** Whether a number goes with a date of birth, written dd/MM/yyyy, and a sex. An odd one may still be genuine. */
export function doesNumberFit(number: string, dateOfBirth: string, sex: string | undefined): boolean {
  const says = readWhatNumberSays(number);
  if (says === undefined) return false;
  return says.birthYear === Number(dateOfBirth.slice(6)) && (sex === undefined || says.sex === sex);
}
