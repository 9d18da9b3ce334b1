import { describe, expect, it } from "vitest";
import en from "../text/en.json" with { type: "json" };
import { describeState, placesOnBar } from "./distance.tsx";

const healthy = {
  state: "healthy",
  symbol: "FPT",
  price: 100_000,
  callPrice: 83_300,
  outstanding: 0,
} as const;

describe("describeState", () => {
  it("says how far the price may move until the call", () => {
    expect(describeState(healthy, en.accounts)).toBe("Call at 83.300, 16,70% away");
  });

  it("measures a short position upwards", () => {
    const short = { ...healthy, symbol: "41I1H3000", price: 1_440, callPrice: 1_462.4 };
    expect(describeState(short, en.accounts)).toBe("Call at 1.462,4, 1,56% away");
  });

  it("says what is missing once a position is called", () => {
    const called = { ...healthy, state: "called", outstanding: 2_000_000 } as const;
    expect(describeState(called, en.accounts)).toBe("Called: 2.000.000\u00a0₫ missing");
    expect(describeState({ ...called, state: "recovered", outstanding: 0 }, en.accounts)).toContain("again");
    expect(describeState({ ...called, state: "forceClose" }, en.accounts)).toContain("To be closed");
  });

  it("says so where no price calls the position", () => {
    expect(describeState({ ...healthy, callPrice: null }, en.accounts)).toBe("Cannot be called");
  });
});

describe("placesOnBar", () => {
  const rates = { marginRatio: 0.5, marginCallRate: 0.4, forceCloseRate: 0.3 };

  it("stand in order between 0.8 of the force close rate and the margin ratio", () => {
    const { forceClose, call, deal } = placesOnBar({ ...rates, dealRatio: 0.37 });
    expect([forceClose, deal, call].map(Math.round)).toEqual([23, 50, 62]);
  });

  it("end with the bar", () => {
    expect(placesOnBar({ ...rates, dealRatio: 0.9 }).deal).toBe(100);
    expect(placesOnBar({ ...rates, dealRatio: -0.1 }).deal).toBe(0);
  });
});
