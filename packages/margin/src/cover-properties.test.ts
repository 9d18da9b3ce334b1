import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CoverRequest,
  coverToReach,
  decideCover,
  figuresOfAccount,
  figuresOfPosition,
  type HeldPosition,
} from "./index.ts";
import { arbitraryMarkedPosition, hold } from "./testing/arbitrary-position.ts";

/** A request, and the other positions of the account. */
type Case = { readonly request: CoverRequest; readonly others: readonly HeldPosition[] };

/** An amount near one of the limits in `amountOf`. */
type Aim = { readonly edge: number; readonly offsetVnd: bigint };

const arbitraryAim: fc.Arbitrary<Aim> = fc.record({
  edge: fc.nat({ max: 4 }),
  offsetVnd: fc.oneof(fc.bigInt({ min: -2n, max: 2n }), fc.bigInt({ min: -1_000_000n, max: 1_000_000n })),
});

const arbitraryCase: fc.Arbitrary<Case> = fc
  .record({
    own: arbitraryMarkedPosition,
    others: fc.array(arbitraryMarkedPosition.map(hold), { maxLength: 3 }),
    equityThousandths: fc.bigInt({ min: -500n, max: 3_000n }),
    isClosing: fc.nat({ max: 9 }).map((drawn) => drawn === 0),
    isTrading: fc.boolean(),
    isStale: fc.boolean(),
    isHalted: fc.boolean(),
    aim: arbitraryAim,
  })
  .map(({ own, others, equityThousandths, aim, ...flags }) => {
    const held = [hold(own), ...others];
    const boughtVnd = held.reduce((sumVnd, { position }) => sumVnd + position.entryVnd, 0n);
    const account = figuresOfAccount((boughtVnd * equityThousandths) / 1_000n, held);
    const request = { ...own, account, ...flags, newCoveredVnd: 0n };
    return { request: { ...request, newCoveredVnd: amountOf(request, aim) }, others };
  });

test("a cover change of d moves maintenance margin by +d and trading power by −d, and nothing else", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request, others }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "accepted");
      const { account, position, rates, unitVnd, newCoveredVnd } = request;
      const changeVnd = newCoveredVnd - position.coveredVnd;
      expect(decision.account).toEqual({
        totalEquityVnd: account.totalEquityVnd,
        maintenanceMarginVnd: account.maintenanceMarginVnd + changeVnd,
        tradingPowerVnd: account.tradingPowerVnd - changeVnd,
      });
      expect(decision.position).toEqual({ ...position, coveredVnd: newCoveredVnd });
      const { dealRatio, isCalled, isForceClosed, ...kept } = figuresOfPosition(position, rates, unitVnd);
      expect(decision.figures).toMatchObject(kept);
      // The account in the decision equals the account computed anew from all positions.
      const held = [{ position: decision.position, figures: decision.figures }, ...others];
      expect(figuresOfAccount(account.totalEquityVnd, held)).toEqual(decision.account);
      expect(decision.figures).toEqual(figuresOfPosition(decision.position, rates, unitVnd));
    }),
  );
});

test("a refused or unchanged cover leaves position and account as they were", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind !== "accepted");
      const { account, position } = request;
      expect(decision).toMatchObject({ account, position, figures: hold(request).figures });
    }),
  );
});

test("an accepted raise never leaves trading power negative, and an accepted lowering always raises it", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "accepted");
      const powerVnd = decision.account.tradingPowerVnd;
      expect(decision.isRaise).toBe(request.newCoveredVnd > request.position.coveredVnd);
      expect(decision.isRaise ? powerVnd >= 0n : powerVnd > request.account.tradingPowerVnd).toBe(true);
    }),
  );
});

test("an accepted raise never exceeds a ratio of 1, and an accepted lowering never causes a call", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "accepted");
      const { dealRatio, isCalled } = decision.figures;
      expect(decision.isRaise ? dealRatio <= 1_000_000n : !isCalled).toBe(true);
    }),
  );
});

test("a sequence of covers has the same result as its last accepted one alone", () => {
  fc.assert(
    fc.property(
      arbitraryCase,
      fc.array(arbitraryAim, { minLength: 2, maxLength: 12 }),
      ({ request: first, others }, aims) => {
        let request = { ...first, isClosing: false };
        let lastVnd = first.position.coveredVnd;
        let acceptedCount = 0;
        for (const aim of aims) {
          const newCoveredVnd = amountOf(request, aim);
          const decision = decideCover({ ...request, newCoveredVnd });
          if (decision.kind === "accepted") {
            lastVnd = newCoveredVnd;
            acceptedCount += 1;
          }
          request = { ...request, position: decision.position, account: decision.account };
        }
        fc.pre(acceptedCount > 1);
        const position = { ...first.position, coveredVnd: lastVnd };
        expect(request.position).toEqual(position);
        const held = [hold({ ...first, position }), ...others];
        expect(request.account).toEqual(figuresOfAccount(first.account.totalEquityVnd, held));
        const alone = decideCover({ ...first, isClosing: false, newCoveredVnd: lastVnd });
        expect(alone).toMatchObject({ position, account: request.account });
      },
    ),
  );
});

test("a raise above the full cover is refused with the amount that reaches a ratio of 1", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "refused" && decision.reason === "above_full_cover");
      expect(decision.boundVnd).toBe(coverToReach(request.position, request.unitVnd, 1_000_000n));
    }),
  );
});

test("the bound of a raise above the trading power is accepted or unchanged, and 1 VND more is refused", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "refused" && decision.reason === "above_trading_power");
      const newCoveredVnd = decision.boundVnd ?? 0n;
      const kinds = ["accepted", newCoveredVnd === request.position.coveredVnd ? "unchanged" : "accepted"];
      expect(kinds).toContain(decideCover({ ...request, newCoveredVnd }).kind);
      expect(decideCover({ ...request, newCoveredVnd: newCoveredVnd + 1n }).kind).toBe("refused");
    }),
  );
});

test("reports the first reason in order: closing, same amount, power, full cover, need, stale, halted", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      const reported = decision.kind === "refused" ? decision.reason : decision.kind;
      expect(reported).toBe(answersInOrder(request).find(([isMet]) => isMet)?.[1]);
    }),
  );
});

/** Each rule by its definition on the ratio, not on amounts derived from it. */
function answersInOrder(request: CoverRequest): [boolean, string][] {
  const { position, rates, account, isTrading, newCoveredVnd } = request;
  const { marketVnd, unrealizedVnd } = hold(request).figures;
  const changeVnd = newCoveredVnd - position.coveredVnd;
  const cushionVnd = position.postedVnd + newCoveredVnd + unrealizedVnd;
  const isRaise = changeVnd > 0n;
  return [
    [request.isClosing, "closing"],
    [changeVnd === 0n, "unchanged"],
    [isRaise && changeVnd > account.tradingPowerVnd, "above_trading_power"],
    [isRaise && cushionVnd > marketVnd, "above_full_cover"],
    [!isRaise && cushionVnd * 1_000_000n < rates.marginCallRate * marketVnd, "below_need"],
    [!isRaise && isTrading && request.isStale, "stale_price"],
    [!isRaise && isTrading && request.isHalted, "halted"],
    [true, "accepted"],
  ];
}

/** Amounts around every limit: 0, the current cover, the need, the trading power, the full cover. */
function amountOf({ position, rates, unitVnd, account }: CoverRequest, { edge, offsetVnd }: Aim): bigint {
  const edges = [
    0n,
    position.coveredVnd,
    coverToReach(position, unitVnd, rates.marginCallRate),
    position.coveredVnd + account.tradingPowerVnd,
    coverToReach(position, unitVnd, 1_000_000n),
  ];
  const amountVnd = (edges[edge] ?? 0n) + offsetVnd;
  return amountVnd < 0n ? 0n : amountVnd;
}
