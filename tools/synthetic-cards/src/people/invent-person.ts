import type { CardKind } from "../card-order.ts";
import type { Dice } from "../make-dice.ts";
import type { CalendarDay } from "./calendar-day.ts";
import { inventPlaces } from "./invent-places.ts";
import { givenWords, middleWords, surnameWords } from "./name-words.ts";

/** Somebody who does not exist, and what would stand on the card. */
export type Person = {
  readonly number: string;
  /** The number of the paper card of before, nine digits or twelve. */
  readonly oldNumber: string | undefined;
  readonly surname: string;
  /** Middle and given names. */
  readonly otherNames: string;
  readonly birth: CalendarDay;
  readonly sex: "Nam" | "Nữ";
  /** The place of origin, or on the card of 2024 that of birth registration. */
  readonly origin: string;
  readonly residence: string;
  readonly issue: CalendarDay;
  /** Left out on a card that does not expire. */
  readonly expiry: CalendarDay | undefined;
  /** Scars and moles, as the back of the 2021 card tells. */
  readonly marks: string;
};

/** Invents somebody whose number, dates and places agree as they would on a real card. */
export function inventPerson(kind: CardKind, dice: Dice): Person {
  const issue = dayBetween(kind === "2021" ? [2021, 2024.5] : [2024.5, 2026.8], dice.for("issue"));
  const who = dice.for("who");
  const sex = who.happens(0.5) ? "Nam" : "Nữ";
  const birth = birthFor(issue, who);
  const places = inventPlaces(issue, dice.for("places"));
  const names = sex === "Nam" ? [middleWords.man, givenWords.man] : [middleWords.woman, givenWords.woman];
  const otherNames = names.map((words) => who.pick<string>(words)).filter((word) => word !== "");
  return {
    number: numberFor(places.provinceNumber, sex, birth, who),
    oldNumber: who.happens(0.7) ? digits(who.happens(0.85) ? 9 : 12, who) : undefined,
    surname: who.pick(surnameWords),
    otherNames: otherNames.join(" "),
    birth,
    sex,
    origin: places.origin,
    residence: places.residence,
    issue,
    expiry: expiryFor(birth, issue),
    marks: inventMarks(dice.for("marks")),
  };
}

/** Province, century and sex, year of birth, six digits that mean nothing. */
function numberFor(provinceNumber: string, sex: string, birth: CalendarDay, dice: Dice): string {
  const century = (Math.floor(birth.year / 100) - 19) * 2 + (sex === "Nam" ? 0 : 1);
  return `${provinceNumber}${century}${String(birth.year % 100).padStart(2, "0")}${digits(6, dice)}`;
}

/** Mostly those who open accounts, and enough of the old for cards without expiry. */
function birthFor(issue: CalendarDay, dice: Dice): CalendarDay {
  const [from, to] = dice.pick([
    [15, 30],
    [20, 45],
    [20, 45],
    [30, 60],
    [59, 88],
  ] as const);
  return dayBetween([issue.year - to, issue.year - from], dice);
}

/** Cards hold until the birthday at 25, 40 or 60, and within two years before one until the next. */
function expiryFor(birth: CalendarDay, issue: CalendarDay): CalendarDay | undefined {
  const age = issue.year - birth.year + (issue.month - birth.month) / 12 + (issue.day - birth.day) / 365;
  const until = [25, 40, 60].find((each) => age < each - 2);
  return until === undefined ? undefined : { ...birth, year: birth.year + until };
}

function dayBetween([from, to]: readonly [number, number], dice: Dice): CalendarDay {
  const moment = dice.between(from, to);
  const year = Math.floor(moment);
  return { year, month: 1 + Math.floor((moment - year) * 12), day: 1 + dice.below(28) };
}

function digits(count: number, dice: Dice): string {
  return Array.from({ length: count }, () => dice.below(10)).join("");
}

function inventMarks(dice: Dice): string {
  const mark = dice.pick(["Nốt ruồi", "Sẹo chấm", "Sẹo", "Sẹo thẳng"]);
  const distance = dice.pick(["0,5cm", "1cm", "1,5cm", "2cm", "2,5cm", "3cm"]);
  const side = dice.pick(["trên", "dưới", "trên sau", "dưới sau"]);
  const place = dice.pick([
    "cánh mũi phải",
    "đầu lông mày trái",
    "mép trái",
    "đuôi mắt phải",
    "cằm",
    "gò má trái",
  ]);
  return `${mark} c:${distance} ${side} ${place}`;
}
