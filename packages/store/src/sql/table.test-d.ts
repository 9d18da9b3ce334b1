import { test } from "vitest";
import { amount, flag, key, nullable, type Table, table, text, time } from "./table.ts";

type Loan = {
  readonly userId: string;
  readonly loanVnd: bigint;
  readonly isPaid: boolean;
  readonly openedAtMs: number;
  readonly note?: string | undefined;
};

const common = { user_id: key, loan_vnd: amount, is_paid: flag };
const note = nullable(text);

test("a table has a column for each member of its records, of its type, and no other", () => {
  const right: Table<Loan> = table("loan", "user_id", { ...common, opened_at: time, note });
  // @ts-expect-error `note` is missing
  const forgotten: Table<Loan> = table("loan", "user_id", { ...common, opened_at: time });
  // @ts-expect-error a time is no text
  const mistaken: Table<Loan> = table("loan", "user_id", { ...common, note, opened_at: text });
  // @ts-expect-error no member is named `place`
  const other: Table<Loan> = table("loan", "user_id", { ...common, note, opened_at: time, place: text });
  return [right, forgotten, mistaken, other];
});
