/** What the twelve digits say of their holder. Since July 2024 the law promises no more than the digits. */
export interface NumberSays {
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
