import type { Dice } from "../make-dice.ts";
import type { CalendarDay } from "./calendar-day.ts";
import { hamlets, streets } from "./streets.ts";
import { sayUnit, type UnitOf2021, unitsOf2021 } from "./units-of-2021.ts";
import { unitsOf2025 } from "./units-of-2025.ts";

/** Where somebody comes from and lives, and the number of the province that registered the birth. */
export type Places = {
  readonly provinceNumber: string;
  readonly origin: string;
  readonly residence: string;
};

/** A card has two lines for a place, of which the first is shared with its label. */
const lengthMax = { origin: 46, residence: 72 };

/** Invents places by the units of the day of issue: with districts until June 2025, without since. */
export function inventPlaces(issue: CalendarDay, dice: Dice): Places {
  const home = dice.pick(unitsOf2021);
  const isSaidInFull = dice.happens(0.25);
  const hasDistricts = issue.year < 2025 || (issue.year === 2025 && issue.month < 7);
  const placeOf = (unit: UnitOf2021, isInFull: boolean) =>
    hasDistricts ? placeIn(unit, isInFull, dice) : placeSince2025(unit, isInFull, dice);
  const origin = fitting(lengthMax.origin, isSaidInFull, (isInFull) => capitalized(placeOf(home, isInFull)));
  const livesAtHome = dice.happens(0.6);
  const residence = fitting(lengthMax.residence, isSaidInFull, (isInFull) => {
    const unit = livesAtHome ? home : dice.pick(unitsOf2021);
    return `${inventDoor(dice)}, ${placeOf(unit, isInFull)}`;
  });
  return { provinceNumber: home.number, origin, residence };
}

function placeIn(unit: UnitOf2021, isSaidInFull: boolean, dice: Dice): string {
  const { ward, district } = dice.pick(unit.wards);
  return [sayUnit(ward, isSaidInFull), sayUnit(district, isSaidInFull), unit.name].join(", ");
}

function placeSince2025({ number }: UnitOf2021, isSaidInFull: boolean, dice: Dice): string {
  const unit = unitsOf2025.find(({ numbers }) => numbers.includes(number)) ?? dice.pick(unitsOf2025);
  const ward = dice.pick(unit.wards);
  return [isSaidInFull ? ward : ward.replace(/^(phường|xã) /, ""), unit.name].join(", ");
}

function inventDoor(dice: Dice): string {
  const number = 1 + dice.below(300);
  const forms: readonly (() => string)[] = [
    () => `Thôn ${dice.pick(hamlets)}`,
    () => `Thôn ${1 + dice.below(15)}`,
    () => `Xóm ${1 + dice.below(20)}`,
    () => `Ấp ${dice.pick(hamlets)}`,
    () => `Ấp ${1 + dice.below(9)}`,
    () => `Tổ ${1 + dice.below(40)}`,
    () => `Tổ dân phố ${1 + dice.below(24)}`,
    () => `Khu phố ${1 + dice.below(12)}`,
    () => `Khóm ${1 + dice.below(9)}`,
    () => `Bản ${dice.pick(hamlets)}`,
    () => `Số ${number} ${dice.pick(streets)}`,
    () => `${number}/${1 + dice.below(90)} ${dice.pick(streets)}`,
    () => `${number}${dice.pick(["A", "B", "/2/7", "/10"])} ${dice.pick(streets)}`,
    () => `Số ${1 + dice.below(99)}, ngõ ${number} đường ${dice.pick(streets)}`,
    () => `Tổ ${1 + dice.below(20)}, Khu phố ${1 + dice.below(9)}`,
  ];
  return dice.pick(forms)();
}

function capitalized(place: string): string {
  return place.charAt(0).toUpperCase() + place.slice(1);
}

/** In some provinces nothing fits when it is said in full, so that only the first try does. */
function fitting(length: number, isSaidInFull: boolean, invent: (isInFull: boolean) => string): string {
  let place = invent(isSaidInFull);
  while (place.length > length) place = invent(false);
  return place;
}
