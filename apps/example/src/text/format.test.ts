import { describe, expect, it } from "vitest";
import {
  formatChange,
  formatCount,
  formatMoment,
  formatPercent,
  formatPrice,
  formatRate,
  formatRatio,
  parseAmount,
} from "./format.ts";

describe("numbers", () => {
  it("have points between thousands and a true minus", () => {
    expect(formatCount(1_880_000)).toBe("1.880.000");
    expect(formatCount(-2_500)).toBe("−2.500");
    expect(formatChange(1_200)).toBe("+1.200");
    expect(formatChange(-0.4)).toBe("−0,4");
  });

  it("are whole VND for equities, and points with a decimal for index futures", () => {
    expect(formatPrice(900, "ABC")).toBe("900");
    expect(formatPrice(1_461, "41I1H3000")).toBe("1.461,0");
    expect(formatPrice(1_461.7, "VN30F1M")).toBe("1.461,7");
  });

  it("never show a ratio below a rate as the rate itself", () => {
    expect(formatRatio(0.399999)).toBe("39,99%");
    expect(formatRatio(0.4)).toBe("40,00%");
    expect(formatPercent(0.399999)).toBe("40,00%");
    expect(formatRate(0.065)).toBe("6,5%");
  });
});

describe("parseAmount", () => {
  it("reads whole amounts with or without points", () => {
    expect(parseAmount("2.000.000")).toBe(2_000_000);
    expect(parseAmount(" 2000000 ")).toBe(2_000_000);
    expect(parseAmount("0")).toBe(0);
  });

  it("refuses what may mean two things", () => {
    for (const typed of ["", "2.00", "1,5", "-5", "2.000.00", "9".repeat(17)])
      expect(parseAmount(typed)).toBeUndefined();
  });
});

it("writes times in the time zone of the exchanges", () => {
  expect(formatMoment(Date.UTC(2026, 10, 27, 2, 31))).toBe("27/11/2026 09:31");
});
