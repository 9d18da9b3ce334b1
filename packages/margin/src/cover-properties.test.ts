import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CoverDecision,
  type CoverRequest,
  decideCover,
  figuresOfAccount,
  figuresOfPosition,
  needToReach,
} from "./index.ts";
import {
  arbitraryPosition,
  arbitraryRates,
  arbitraryUnitVnd,
  manyRuns,
} from "./testing/arbitrary-position.ts";

/** Amounts around all that decides about them: the need, the power, the full cover, and what is covered now. */
const arbitraryRequest: fc.Arbitrary<CoverRequest> = fc
  .record({
    position: arbitraryPosition,
    rates: arbitraryRates,
    unitVnd: arbitraryUnitVnd,
    equityThousandths: fc.bigInt({ min: -500n, max: 3_000n }),
    flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    edge: fc.nat({ max: 4 }),
    offsetVnd: fc.oneof(fc.bigInt({ min: -2n, max: 2n }), fc.bigInt({ min: -1_000_000n, max: 1_000_000n })),
  })
  .map(({ position, rates, unitVnd, equityThousandths, flags, edge, offsetVnd }) => {
    const figures = figuresOfPosition(position, rates, unitVnd);
    const equityVnd = (position.entryVnd * equityThousandths) / 1_000n;
    const account = figuresOfAccount(equityVnd, [{ position, figures }]);
    const edges = [
      0n,
      position.coveredVnd,
      figures.neededVnd,
      position.coveredVnd + account.tradingPowerVnd,
      needToReach(position, unitVnd, 1_000_000n),
    ];
    const amountVnd = (edges[edge] ?? 0n) + offsetVnd;
    const [isTrading, isStale, isHalted] = flags;
    const newCoveredVnd = amountVnd < 0n ? 0n : amountVnd;
    return {
      position,
      rates,
      unitVnd,
      account,
      isClosing: false,
      isTrading,
      isStale,
      isHalted,
      newCoveredVnd,
    };
  });

test("Covering moves maintenance margin up and trading power down by the change, and nothing else", () => {
  fc.assert(
    fc.property(arbitraryRequest, (request) => {
      const decision = decideCover(request);
      const changeVnd =
        decision.kind === "accepted" ? request.newCoveredVnd - request.position.coveredVnd : 0n;
      const { account, position } = request;
      expect(decision.account).toEqual({
        totalEquityVnd: account.totalEquityVnd,
        maintenanceMarginVnd: account.maintenanceMarginVnd + changeVnd,
        tradingPowerVnd: account.tradingPowerVnd - changeVnd,
      });
      expect(decision.position).toEqual({ ...position, coveredVnd: position.coveredVnd + changeVnd });
      const held = { position: decision.position, figures: decision.figures };
      expect(figuresOfAccount(account.totalEquityVnd, [held])).toEqual(decision.account);
    }),
    manyRuns,
  );
});

test("An accepted raise never leaves trading power negative, an accepted lowering never lowers it", () => {
  fc.assert(
    fc.property(arbitraryRequest, (request) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "accepted");
      const powerVnd = decision.account.tradingPowerVnd;
      expect(decision.isRaise ? powerVnd >= 0n : powerVnd > request.account.tradingPowerVnd).toBe(true);
    }),
    manyRuns,
  );
});

test("An accepted raise never exceeds a ratio of 1, an accepted lowering never leads to a call", () => {
  fc.assert(
    fc.property(arbitraryRequest, (request) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "accepted");
      const { dealRatio, isCalled } = decision.figures;
      expect(decision.isRaise ? dealRatio <= 1_000_000n : !isCalled).toBe(true);
    }),
    manyRuns,
  );
});

test("A sequence of covers ends where the last accepted one says, as if the others had never been", () => {
  fc.assert(
    fc.property(
      arbitraryRequest,
      fc.array(fc.bigInt({ min: 0n, max: 10_000_000n }), { minLength: 1, maxLength: 12 }),
      (first, amounts) => {
        let request = first;
        let lastVnd = first.position.coveredVnd;
        for (const newCoveredVnd of amounts) {
          const decision: CoverDecision = decideCover({ ...request, newCoveredVnd });
          if (decision.kind === "accepted") lastVnd = newCoveredVnd;
          request = { ...request, position: decision.position, account: decision.account };
        }
        const position = { ...first.position, coveredVnd: lastVnd };
        const figures = figuresOfPosition(position, first.rates, first.unitVnd);
        expect(request.position).toEqual(position);
        expect(request.account).toEqual(
          figuresOfAccount(first.account.totalEquityVnd, [{ position, figures }]),
        );
      },
    ),
    manyRuns,
  );
});

test("The bound of a refused raise is accepted or what is covered, and a dong more is refused", () => {
  fc.assert(
    fc.property(arbitraryRequest, (request) => {
      const decision = decideCover(request);
      fc.pre(
        decision.kind === "refused" && decision.boundVnd !== undefined && decision.reason !== "below-need",
      );
      const newCoveredVnd = decision.boundVnd;
      const kinds = ["accepted", newCoveredVnd === request.position.coveredVnd ? "unchanged" : "accepted"];
      expect(kinds).toContain(decideCover({ ...request, newCoveredVnd }).kind);
      expect(decideCover({ ...request, newCoveredVnd: newCoveredVnd + 1n }).kind).toBe("refused");
    }),
    manyRuns,
  );
});
