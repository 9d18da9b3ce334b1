import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CoverRequest,
  decideCover,
  figuresOfAccount,
  figuresOfPosition,
  type HeldPosition,
  needToReach,
} from "./index.ts";
import { arbitraryMarkedPosition, hold } from "./testing/arbitrary-position.ts";

/** A request, and what else the account holds. */
type Case = { readonly request: CoverRequest; readonly others: readonly HeldPosition[] };

/** An amount by what it is near to, and how near. */
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

test("Covering by d moves maintenance margin by +d and trading power by −d, and nothing else", () => {
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
      // What the decision says of the account is what the account itself comes to, whatever else it holds.
      const held = [{ position: decision.position, figures: decision.figures }, ...others];
      expect(figuresOfAccount(account.totalEquityVnd, held)).toEqual(decision.account);
      expect(decision.figures).toEqual(figuresOfPosition(decision.position, rates, unitVnd));
    }),
  );
});

test("A cover that is refused or the same leaves everything as it stood", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind !== "accepted");
      const { account, position } = request;
      expect(decision).toMatchObject({ account, position, figures: hold(request).figures });
    }),
  );
});

test("An accepted raise never leaves trading power negative, an accepted lowering never lowers it", () => {
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

test("An accepted raise never exceeds a ratio of 1, an accepted lowering never leads to a call", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "accepted");
      const { dealRatio, isCalled } = decision.figures;
      expect(decision.isRaise ? dealRatio <= 1_000_000n : !isCalled).toBe(true);
    }),
  );
});

test("A sequence of covers ends where its last accepted one says, as if the others had never been", () => {
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

test("A raise above the full cover is refused with the amount that reaches a ratio of 1", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "refused" && decision.reason === "above-full-cover");
      expect(decision.boundVnd).toBe(needToReach(request.position, request.unitVnd, 1_000_000n));
    }),
  );
});

test("The bound of a raise above the power is accepted or what is covered, and a dong more is refused", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      fc.pre(decision.kind === "refused" && decision.reason === "above-trading-power");
      const newCoveredVnd = decision.boundVnd ?? 0n;
      const kinds = ["accepted", newCoveredVnd === request.position.coveredVnd ? "unchanged" : "accepted"];
      expect(kinds).toContain(decideCover({ ...request, newCoveredVnd }).kind);
      expect(decideCover({ ...request, newCoveredVnd: newCoveredVnd + 1n }).kind).toBe("refused");
    }),
  );
});

test("The first reason that is met is told: closing, the same amount, power, full cover, need, stale, halted", () => {
  fc.assert(
    fc.property(arbitraryCase, ({ request }) => {
      const decision = decideCover(request);
      const told = decision.kind === "refused" ? decision.reason : decision.kind;
      expect(told).toBe(answersInOrder(request).find(([isMet]) => isMet)?.[1]);
    }),
  );
});

/** Each rule by its definition, on the ratio itself and not on an amount that was derived from it. */
function answersInOrder(request: CoverRequest): [boolean, string][] {
  const { position, rates, account, isTrading, newCoveredVnd } = request;
  const { marketVnd, unrealizedVnd } = hold(request).figures;
  const changeVnd = newCoveredVnd - position.coveredVnd;
  const cushionVnd = position.postedVnd + newCoveredVnd + unrealizedVnd;
  const isRaise = changeVnd > 0n;
  return [
    [request.isClosing, "closing"],
    [changeVnd === 0n, "unchanged"],
    [isRaise && changeVnd > account.tradingPowerVnd, "above-trading-power"],
    [isRaise && cushionVnd > marketVnd, "above-full-cover"],
    [!isRaise && cushionVnd * 1_000_000n < rates.marginCallRate * marketVnd, "below-need"],
    [!isRaise && isTrading && request.isStale, "stale-price"],
    [!isRaise && isTrading && request.isHalted, "halted"],
    [true, "accepted"],
  ];
}

/** Amounts around all that decides about them: nothing, what is covered now, the need, the power, the full cover. */
function amountOf({ position, rates, unitVnd, account }: CoverRequest, { edge, offsetVnd }: Aim): bigint {
  const edges = [
    0n,
    position.coveredVnd,
    needToReach(position, unitVnd, rates.marginCallRate),
    position.coveredVnd + account.tradingPowerVnd,
    needToReach(position, unitVnd, 1_000_000n),
  ];
  const amountVnd = (edges[edge] ?? 0n) + offsetVnd;
  return amountVnd < 0n ? 0n : amountVnd;
}
