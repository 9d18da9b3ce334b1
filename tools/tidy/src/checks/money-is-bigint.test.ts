import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { moneyIsBigint } from "./money-is-bigint.ts";

test("Money typed as a number is refused in fields, parameters and lists", () => {
  const files = {
    "packages/margin/src/cash.ts":
      "interface Cash {\n  cashVnd: number;\n  sumsVnd?: number[];\n  holdVnd: number | null;\n}\nfunction add(amountVnd: number) {}",
  };
  expect(findIn(moneyIsBigint, files)).toEqual([
    "packages/margin/src/cash.ts:2: `cashVnd` is money and typed as a number. Mend: Type it as `bigint`; the server turns it into a number on the wire, after checking that it is safe. [money-is-bigint]",
    "packages/margin/src/cash.ts:3: `sumsVnd` is money and typed as a number. Mend: Type it as `bigint`; the server turns it into a number on the wire, after checking that it is safe. [money-is-bigint]",
    "packages/margin/src/cash.ts:4: `holdVnd` is money and typed as a number. Mend: Type it as `bigint`; the server turns it into a number on the wire, after checking that it is safe. [money-is-bigint]",
    "packages/margin/src/cash.ts:6: `amountVnd` is money and typed as a number. Mend: Type it as `bigint`; the server turns it into a number on the wire, after checking that it is safe. [money-is-bigint]",
  ]);
});

test("Money typed as a bigint holds, and a count may be a number", () => {
  const files = {
    "packages/brokerage/src/cash.ts": "interface Cash {\n  cashVnd: bigint;\n  count: number;\n}",
  };
  expect(findIn(moneyIsBigint, files)).toEqual([]);
});

test("On the wire of the server money is a number", () => {
  const files = { "apps/server/src/operations/cover.ts": "interface Wire {\n  cashVnd: number;\n}" };
  expect(findIn(moneyIsBigint, files)).toEqual([]);
});
