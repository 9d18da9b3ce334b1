import { expect, test } from "vitest";
import {
  amount,
  constrained,
  creationOf,
  flag,
  key,
  nullable,
  replacementOf,
  type Table,
  table,
  text,
  time,
  without,
} from "./table.ts";

type Loan = {
  readonly userId: string;
  readonly loanVnd: bigint;
  readonly isPaid: boolean;
  readonly openedAtMs: number;
  readonly note?: string | undefined;
};

const loan: Table<Loan> = table("loan", "user_id", {
  user_id: key,
  loan_vnd: constrained(amount, "check (loan_vnd > 0)"),
  is_paid: flag,
  opened_at: time,
  note: nullable(text),
});

test("a table is created with the types of each engine", () => {
  expect(creationOf(loan, "sqlite")).toBe(
    "create table loan (user_id text not null, loan_vnd integer not null check (loan_vnd > 0), is_paid integer not null, opened_at integer not null, note text, primary key (user_id)) strict, without rowid",
  );
  expect(creationOf(loan, "postgresql")).toBe(
    'create table loan (user_id text collate "C" not null, loan_vnd bigint not null check (loan_vnd > 0), is_paid int not null, opened_at bigint not null, note text, primary key (user_id))',
  );
});

test("a row is read as the record that was written", () => {
  const record = { userId: "u-1", loanVnd: 9_007_199_254_740_993n, isPaid: true, openedAtMs: 1_000 };
  const values = loan.write({ ...record, note: undefined });
  expect(values).toEqual(["u-1", 9_007_199_254_740_993n, 1, 1_000, null]);
  const names = loan.names.split(", ");
  const row = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  expect(loan.read(row)).toStrictEqual(record);
  expect(loan.read({ ...row, note: "late" }).note).toBe("late");
  expect(() => loan.read({ ...row, opened_at: "soon" })).toThrow("The column opened_at");
});

test("columns can be left out, and a row replaces that of its key", () => {
  expect(without(loan, "userId", "note").names).toBe("loan_vnd, is_paid, opened_at");
  expect(replacementOf(loan)).toBe(
    "on conflict (user_id) do update set loan_vnd = excluded.loan_vnd, is_paid = excluded.is_paid, opened_at = excluded.opened_at, note = excluded.note",
  );
});
