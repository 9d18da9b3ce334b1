import type { CardKind } from "../card-order.ts";
import type { Dice } from "../make-dice.ts";
import { packCalendarDay } from "./calendar-day.ts";
import type { Person } from "./invent-person.ts";

/** Writes what the QR code carries: seven fields, six on some cards of 2021, more on those of 2024. */
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

/** The order of what follows is not published, so that a reader can only be ready for anything. */
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
