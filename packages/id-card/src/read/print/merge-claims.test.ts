import { expect, test } from "vitest";
import { mergeClaims } from "./merge-claims.ts";

const claim = { field: "fullName", value: "THÂN YẾN HUẾ", source: "print", confidence: 0.6 } as const;

test("Two readings that agree are surer than either", () => {
  expect(mergeClaims(claim, { ...claim, confidence: 0.7 }).confidence).toBeCloseTo(0.805, 6);
});

test("Of two readings with the same letters the one with more accents is believed", () => {
  const fewer = { ...claim, value: "THÂN YÊN HUẾ", confidence: 0.65 };
  expect(mergeClaims(claim, fewer).value).toBe("THÂN YẾN HUẾ");
  expect(mergeClaims(fewer, claim).value).toBe("THÂN YẾN HUẾ");
});

test("Of two readings with different letters the surer one is kept as it is", () => {
  const other = { ...claim, value: "THÂN YẾN HẾ", confidence: 0.3 };
  expect(mergeClaims(other, claim)).toEqual(claim);
});
