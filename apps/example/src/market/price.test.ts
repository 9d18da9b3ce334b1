import { describe, expect, it } from "vitest";
import { boardColour, changeOf } from "./price.tsx";

const limits = { nomiPrc: 80_000, ceilPrc: 85_600, floorPrc: 74_400 };

describe("boardColour", () => {
  it.each([
    [85_600, "ceiling"],
    [85_500, "above"],
    [80_000, "reference"],
    [79_900, "below"],
    [74_400, "floor"],
    [undefined, "none"],
  ] as const)("of %s is %s", (price, colour) => {
    expect(boardColour(price, limits)).toBe(colour);
  });

  it("is none without a reference price", () => {
    expect(boardColour(80_000, {})).toBe("none");
  });
});

describe("changeOf", () => {
  it("is exact for index points", () => {
    expect(changeOf(1_461.3, 1_461)?.change).toBe(0.3);
    expect(changeOf(78_000, 80_000)).toEqual({ change: -2_000, fraction: -0.025 });
  });

  it("is unknown before the first trade", () => {
    expect(changeOf(undefined, 80_000)).toBeUndefined();
  });
});
