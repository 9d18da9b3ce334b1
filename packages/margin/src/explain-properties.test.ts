import fc from "fast-check";
import { expect, test } from "vitest";
import {
  coverToReach,
  type ExplainedFigure,
  explainAccount,
  explainPosition,
  figuresOfAccount,
  figuresOfPosition,
  triggerOf,
} from "./index.ts";
import { arbitraryMarkedPosition, hold } from "./testing/arbitrary-position.ts";
import { evaluateFormula, unitOf } from "./testing/evaluate-formula.ts";

const arbitraryHoldings = fc.array(arbitraryMarkedPosition.map(hold), { maxLength: 4 });
const arbitraryEquityVnd = fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000_000n });

test("explains every figure, need and trigger of a position with its computed value", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, ({ position, rates, unitVnd }) => {
      expect(valuesOf(explainPosition(position, rates, unitVnd))).toEqual({
        ...figuresOfPosition(position, rates, unitVnd),
        neededForRatioVnd: coverToReach(position, unitVnd, rates.marginRatio),
        callTrigger: triggerOf(position, rates.marginCallRate),
        forceCloseTrigger: triggerOf(position, rates.forceCloseRate),
      });
    }),
  );
});

test("explains every figure of an account with its computed value", () => {
  fc.assert(
    fc.property(arbitraryHoldings, arbitraryEquityVnd, (held, equityVnd) => {
      expect(valuesOf(explainAccount(equityVnd, held))).toEqual(figuresOfAccount(equityVnd, held));
    }),
  );
});

test("each formula evaluates to its figure from its inputs alone, and uses all of them", () => {
  fc.assert(
    fc.property(
      arbitraryMarkedPosition,
      arbitraryHoldings,
      arbitraryEquityVnd,
      ({ position, rates, unitVnd }, held, equityVnd) => {
        const explained = [...explainPosition(position, rates, unitVnd), ...explainAccount(equityVnd, held)];
        for (const { name, value, formula, inputs } of explained) {
          expect([name, isSame(value, unitOf(name), evaluateFormula(formula, inputs))]).toEqual([name, true]);
          const unnamed = Object.keys(inputs).filter((input) => !formula.includes(input));
          expect([name, unnamed]).toEqual([name, []]);
        }
      },
    ),
  );
});

test("each input is given, or a figure that is explained before", () => {
  fc.assert(
    fc.property(arbitraryMarkedPosition, ({ position, rates, unitVnd }) => {
      const known: Record<string, ExplainedFigure["value"]> = { ...position, ...rates, unitVnd };
      for (const { name, value, inputs } of explainPosition(position, rates, unitVnd)) {
        expect(known).toMatchObject(inputs);
        known[name] = value;
      }
    }),
  );
});

test.each<[string, ReturnType<typeof evaluateFormula>]>([
  ["⌈five ÷ 2⌉ − ⌊five ÷ 2⌋", { numerator: 1n, denominator: 1n }],
  ["⌈(0 − five) ÷ 2⌉ × ⌊(0 − five) ÷ 2⌋", { numerator: 6n, denominator: 1n }],
  ["|2 − five| + max(1, five) − min(1, five)", { numerator: 7n, denominator: 1n }],
  ["five − 2 − 1", { numerator: 2n, denominator: 1n }],
  ["five > 4 and 4 < five", true],
  ["five > 4 and five < 4", false],
  ["none where five = 5", undefined],
  ["none where 5 ≤ five", undefined],
])("evaluates the formula %s", (formula, expected) => {
  expect(evaluateFormula(formula, { five: 5n })).toEqual(expected);
});

test.each(["six", "none where five = 4", "five five", "max(five)", "(five", "five ÷ 0"])(
  "throws on the formula %s",
  (formula) => {
    expect(() => evaluateFormula(formula, { five: 5n })).toThrow();
  },
);

function valuesOf(figures: readonly ExplainedFigure[]): Record<string, ExplainedFigure["value"]> {
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
}

function isSame(
  value: ExplainedFigure["value"],
  unit: bigint,
  computed: ReturnType<typeof evaluateFormula>,
): boolean {
  if (typeof computed !== "object") return value === computed;
  if (typeof value === "bigint") return value * computed.denominator === computed.numerator * unit;
  if (typeof value !== "object") return false;
  return value.numeratorVnd * computed.denominator === computed.numerator * value.denominator;
}
