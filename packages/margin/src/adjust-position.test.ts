import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjustPosition } from "./adjust-position.ts";
import { figuresOfPosition } from "./figures.ts";
import { type Position, sizeOf, valuePosition } from "./position.ts";
import { arbitraryMarkedPosition, arbitraryPosition, arbitraryRates } from "./testing/arbitrary-position.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

/** 1,000 shares entered at 100,000, half of them posted. */
const long: Position = {
  quantity: 1_000n,
  entryVnd: 100_000_000n,
  postedVnd: 50_000_000n,
  coveredVnd: 2_000_000n,
};

describe("a factor", () => {
  it("doubles the quantity after one for one and keeps entry value, posted and covered amounts", () => {
    const adjusted = adjustPosition(long, { factor: { numerator: 2n, denominator: 1n } }, rates);
    expect(adjusted).toEqual({ ...long, quantity: 2_000n });
    // At half the price nobody is called who was not before.
    expect(figuresOfPosition({ ...long, quantity: 2_000n }, rates, 50_000n).isCalled).toBe(false);
    expect(figuresOfPosition(long, rates, 50_000n).isForceClosed).toBe(true);
  });

  it.each([
    [1_005n, 110n, 100n, 1_105n],
    [-1_005n, 110n, 100n, -1_105n],
    [9n, 1n, 10n, undefined],
    [-9n, 1n, 10n, undefined],
    [19n, 1n, 10n, 1n],
  ])("makes %d by %d/%d to %d whole shares", (quantity, numerator, denominator, after) => {
    const adjusted = adjustPosition({ ...long, quantity }, { factor: { numerator, denominator } }, rates);
    expect(adjusted?.quantity).toBe(after);
  });

  it("changes no figure where the price falls by the same factor", () => {
    const arbitraryFactor = fc.bigInt({ min: 1n, max: 50n });
    fc.assert(
      fc.property(arbitraryMarkedPosition, arbitraryFactor, ({ position, rates, unitVnd }, times) => {
        const factor = { numerator: times, denominator: 1n };
        const adjusted = adjustPosition(position, { factor }, rates) as Position;
        const before = figuresOfPosition(position, rates, unitVnd * times);
        expect(figuresOfPosition(adjusted, rates, unitVnd)).toEqual(before);
      }),
    );
  });

  it("keeps all but the quantity, which is rounded down in size and keeps its direction", () => {
    const arbitraryPart = fc.bigInt({ min: 1n, max: 1_000n });
    fc.assert(
      fc.property(arbitraryPosition, arbitraryPart, arbitraryPart, (position, numerator, denominator) => {
        const adjusted = adjustPosition(position, { factor: { numerator, denominator } }, rates);
        const exact = sizeOf(position) * numerator;
        if (adjusted === undefined) {
          expect(exact < denominator).toBe(true);
          return;
        }
        const size = sizeOf(adjusted);
        expect(size * denominator <= exact && exact < (size + 1n) * denominator).toBe(true);
        expect(adjusted.quantity > 0n).toBe(position.quantity > 0n);
        expect({ ...adjusted, quantity: position.quantity }).toEqual(position);
      }),
    );
  });
});

describe("rights that were taken up", () => {
  it("add what was paid to the entry value and its margin to the posted amount", () => {
    const rights = { quantity: 333n, paidVnd: 3_333_001n };
    expect(adjustPosition(long, { rights }, rates)).toEqual({
      quantity: 1_333n,
      entryVnd: 103_333_001n,
      postedVnd: 51_666_500n,
      coveredVnd: 2_000_000n,
    });
  });

  it("are worth what was paid at the price that was paid", () => {
    const arbitraryAmount = fc.bigInt({ min: 1n, max: 1_000_000n });
    fc.assert(
      fc.property(
        arbitraryPosition,
        arbitraryRates,
        arbitraryAmount,
        arbitraryAmount,
        (position, rates, quantity, unitVnd) => {
          fc.pre(position.quantity > 0n);
          const rights = { quantity, paidVnd: quantity * unitVnd };
          const adjusted = adjustPosition(position, { rights }, rates) as Position;
          expect(valuePosition(adjusted, unitVnd).unrealizedVnd).toBe(
            valuePosition(position, unitVnd).unrealizedVnd,
          );
          expect(adjusted.postedVnd >= position.postedVnd).toBe(true);
        },
      ),
    );
  });

  it("are not for short positions", () => {
    const rights = { quantity: 1n, paidVnd: 1n };
    expect(() => adjustPosition({ ...long, quantity: -1n }, { rights }, rates)).toThrow(
      "A short position has no rights",
    );
  });
});

describe("a cash dividend", () => {
  it("lowers the entry value by what is due, never to 0 or below", () => {
    expect(adjustPosition(long, { dividendVnd: 2_000n }, rates)).toEqual({ ...long, entryVnd: 98_000_000n });
    expect(adjustPosition(long, { dividendVnd: 100_000n }, rates)?.entryVnd).toBe(1n);
  });

  it("leaves the result as it was where the price falls by the dividend", () => {
    fc.assert(
      fc.property(arbitraryMarkedPosition, fc.bigInt({ min: 1n, max: 9_999n }), (marked, dividendVnd) => {
        const { position, unitVnd } = marked;
        fc.pre(position.entryVnd > sizeOf(position) * dividendVnd);
        const adjusted = adjustPosition(position, { dividendVnd }, rates) as Position;
        expect(valuePosition(adjusted, unitVnd).unrealizedVnd).toBe(
          valuePosition(position, unitVnd + dividendVnd).unrealizedVnd,
        );
      }),
    );
  });

  it("is due on the quantity before a factor of the same ex-date", () => {
    const both = { dividendVnd: 2_000n, factor: { numerator: 2n, denominator: 1n } };
    expect(adjustPosition(long, both, rates)).toEqual({ ...long, quantity: 2_000n, entryVnd: 98_000_000n });
  });
});

it.each([
  [{ dividendVnd: 0n }, "The dividend is 0 VND a share"],
  [{ factor: { numerator: 0n, denominator: 1n } }, "The factor is 0/1"],
  [{ factor: { numerator: 1n, denominator: 0n } }, "The factor is 1/0"],
  [{ rights: { quantity: 0n, paidVnd: 1n } }, "0 shares for 1 VND"],
  [{ rights: { quantity: 1n, paidVnd: 0n } }, "1 shares for 0 VND"],
])("rejects an adjustment that is none: %o", (adjustment, message) => {
  expect(() => adjustPosition(long, adjustment, rates)).toThrow(message);
});

it("leaves nothing to take up rights for if a factor leaves no share", () => {
  const both = { factor: { numerator: 1n, denominator: 2_000n }, rights: { quantity: 1n, paidVnd: 1n } };
  expect(adjustPosition(long, both, rates)).toBeUndefined();
});
