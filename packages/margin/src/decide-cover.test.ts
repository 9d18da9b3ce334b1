import { describe, expect, test } from "vitest";
import {
  type CoverRequest,
  decideCover,
  figuresOfAccount,
  figuresOfPosition,
  openPosition,
  type Position,
} from "./index.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const fpt = openPosition(1_000n, 100_000_000n, rates);

describe("1,000 FPT bought at 100,000, now 80,000, with an equity of 80,000,000", () => {
  test("a raise to the needed amount ends the call, and moves margin and power by that amount", () => {
    expect(decideCover(request(2_000_000n))).toMatchObject({
      kind: "accepted",
      isRaise: true,
      position: { ...fpt, coveredVnd: 2_000_000n },
      figures: { dealRatio: 400_000n, isCalled: false, neededVnd: 2_000_000n },
      account: {
        totalEquityVnd: 80_000_000n,
        maintenanceMarginVnd: 42_000_000n,
        tradingPowerVnd: 18_000_000n,
      },
    });
  });

  test("accepts a raise below the needed amount, and the call stays open", () => {
    expect(decideCover(request(1n))).toMatchObject({ kind: "accepted", figures: { isCalled: true } });
  });

  test("accepts a raise by all trading power, and refuses 1 VND more with the maximum", () => {
    expect(decideCover(request(20_000_000n))).toMatchObject({
      kind: "accepted",
      account: { tradingPowerVnd: 0n },
    });
    expect(decideCover(request(20_000_001n))).toMatchObject({
      kind: "refused",
      reason: "above_trading_power",
      boundVnd: 20_000_000n,
      position: fpt,
      account: { tradingPowerVnd: 20_000_000n },
    });
  });

  test("refuses a raise while trading power is negative, with the current cover as the bound", () => {
    const covered = { ...fpt, coveredVnd: 5_000n };
    expect(decideCover(request(5_001n, { position: covered, equityVnd: 1n }))).toMatchObject({
      reason: "above_trading_power",
      boundVnd: 5_000n,
    });
  });

  test("accepts a cover up to a ratio of 1, and refuses 1 VND more", () => {
    const rich = { equityVnd: 1_000_000_000n };
    expect(decideCover(request(50_000_000n, rich))).toMatchObject({
      kind: "accepted",
      figures: { dealRatio: 1_000_000n },
    });
    expect(decideCover(request(50_000_001n, rich))).toMatchObject({
      kind: "refused",
      reason: "above_full_cover",
      boundVnd: 50_000_000n,
    });
  });

  test("refuses a raise above the full cover with the full cover, even if more is covered already", () => {
    const rich = { equityVnd: 1_000_000_000n };
    const covered = { ...rich, position: { ...fpt, coveredVnd: 60_000_000n } };
    expect(decideCover(request(60_000_001n, covered))).toMatchObject({
      reason: "above_full_cover",
      boundVnd: 50_000_000n,
    });
    // Short at 100,000 and now at 20,000: posted amount and gain exceed the market value.
    const gained = { ...rich, position: { ...fpt, quantity: -1_000n }, unitVnd: 20_000n };
    expect(decideCover(request(1n, gained))).toMatchObject({ reason: "above_full_cover", boundVnd: 0n });
  });

  test("accepts a lowering to the needed amount, and refuses 1 VND less with that amount", () => {
    const position = { ...fpt, coveredVnd: 3_000_000n };
    expect(decideCover(request(2_000_000n, { position }))).toMatchObject({
      kind: "accepted",
      isRaise: false,
      account: { maintenanceMarginVnd: 42_000_000n, tradingPowerVnd: 18_000_000n },
    });
    expect(decideCover(request(1_999_999n, { position }))).toMatchObject({
      kind: "refused",
      reason: "below_need",
      boundVnd: 2_000_000n,
      account: { tradingPowerVnd: 17_000_000n },
    });
  });

  test("refuses to lower the cover of a called position", () => {
    const position = { ...fpt, coveredVnd: 1_000_000n };
    expect(decideCover(request(999_999n, { position }))).toMatchObject({
      reason: "below_need",
      boundVnd: 2_000_000n,
    });
  });

  test("accepts a lowering even if trading power stays negative", () => {
    const position = { ...fpt, coveredVnd: 3_000_000n };
    expect(decideCover(request(2_000_000n, { position, equityVnd: 1_000_000n }))).toMatchObject({
      kind: "accepted",
      account: { tradingPowerVnd: -61_000_000n },
    });
  });
});

describe("unreliable prices", () => {
  const position: Position = { ...fpt, coveredVnd: 3_000_000n };

  test.each([
    [{ isTrading: true, isStale: true }, "stale_price"],
    [{ isTrading: true, isHalted: true }, "halted"],
    [{ isTrading: true, isStale: true, isHalted: true }, "stale_price"],
  ])("in a session, %o refuses to lower a cover: %s", (state, reason) => {
    expect(decideCover(request(2_000_000n, { position, ...state }))).toMatchObject({
      kind: "refused",
      reason,
      boundVnd: undefined,
    });
  });

  test("outside a session, lowers a cover at the last price, halted or not", () => {
    const state = { position, isTrading: false, isStale: true, isHalted: true };
    expect(decideCover(request(2_000_000n, state)).kind).toBe("accepted");
  });

  test("raises a cover at any price", () => {
    const state = { position, isTrading: true, isStale: true, isHalted: true };
    expect(decideCover(request(3_000_001n, state)).kind).toBe("accepted");
  });
});

describe("order of the reasons", () => {
  const position: Position = { ...fpt, coveredVnd: 3_000_000n };
  const worst = { position, isClosing: true, isTrading: true, isStale: true, isHalted: true, equityVnd: 0n };
  const open = { ...worst, isClosing: false };

  test("refuses any amount for a closing position, even the same one", () => {
    const kinds = [0n, 3_000_000n, 900_000_000n].map((amountVnd) => decideCover(request(amountVnd, worst)));
    expect(kinds.map((each) => each.kind === "refused" && each.reason)).toEqual([
      "closing",
      "closing",
      "closing",
    ]);
  });

  test("the same amount changes nothing at any price and trading power", () => {
    expect(decideCover(request(3_000_000n, open))).toMatchObject({ kind: "unchanged", position });
  });

  test("checks power before full cover, and the need before the price", () => {
    expect(decideCover(request(900_000_000n, open))).toMatchObject({ reason: "above_trading_power" });
    expect(decideCover(request(0n, open))).toMatchObject({ reason: "below_need" });
  });

  test("a refused lowering changes neither position nor account", () => {
    const decision = decideCover(request(0n, open));
    expect(decision).toMatchObject({ position, account: request(0n, open).account });
  });
});

test("with calls switched off, refuses a lowering that would make the deal ratio negative", () => {
  const off = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };
  const position = { ...openPosition(-10n, 1_000n, off), coveredVnd: 700n };
  const asked = { ...request(0n, { position }), rates: off };
  expect(decideCover({ ...asked, unitVnd: 200n }).kind).toBe("accepted");
  expect(decideCover({ ...asked, unitVnd: 201n })).toMatchObject({ reason: "below_need", boundVnd: 10n });
});

test("throws on a negative amount", () => {
  expect(() => decideCover(request(-1n))).toThrow("-1 VND cannot be covered");
});

function request(
  newCoveredVnd: bigint,
  given: Partial<CoverRequest> & { readonly equityVnd?: bigint } = {},
): CoverRequest {
  const { position = fpt, equityVnd = 80_000_000n, ...rest } = given;
  const unitVnd = 80_000n;
  const figures = figuresOfPosition(position, rates, unitVnd);
  return {
    position,
    rates,
    unitVnd,
    account: figuresOfAccount(equityVnd, [{ position, figures }]),
    isClosing: false,
    isTrading: false,
    isStale: false,
    isHalted: false,
    newCoveredVnd,
    ...rest,
  };
}
