import { shortenCalendarDay } from "./calendar-day.ts";
import type { Person } from "./invent-person.ts";

/** The three machine-readable lines of a card, thirty characters each (ICAO 9303, TD1). */
export type MrzLines = readonly [string, string, string];

/** How a card that does not expire says so there; nobody has published it, so both ways are drawn. */
export type EndlessExpiry = "991231" | "<<<<<<";

/** Writes the machine-readable lines of somebody's card. */
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

/** The check digit of ICAO 9303: weights 7, 3, 1 over digits, letters from 10 on, and fillers as 0. */
export function checkDigitOf(text: string): number {
  const weights = [7, 3, 1];
  let sum = 0;
  for (const [i, character] of [...text].entries()) {
    const value = character === "<" ? 0 : Number.parseInt(character, 36);
    sum += value * (weights[i % 3] ?? 0);
  }
  return sum % 10;
}

/** What the last check digit of the second line is made of: all of both lines that has one of its own. */
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
