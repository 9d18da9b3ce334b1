import { describe, expect, it } from "vitest";
import { checkStatuses } from "./operations.ts";

function complaintsOf(operationId: string, statuses: readonly string[]): string[] {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: "A." }]));
  return checkStatuses({ paths: { "/a": { get: { operationId, responses } } } }).map(
    ({ message }) => message,
  );
}

const agreed = ["200", "400", "401", "404", "500", "default"];

describe("An operation", () => {
  it("declares the agreed statuses.", () => {
    expect(complaintsOf("getMarginRatio", agreed)).toEqual([]);
  });

  it("declares none less.", () => {
    expect(complaintsOf("getMarginRatio", agreed.slice(1))).toEqual([
      "getMarginRatio does not declare 200; declare it, as every operation does",
    ]);
    expect(complaintsOf("getMarginRatio", [])).toHaveLength(6);
  });

  it("declares none more.", () => {
    expect(complaintsOf("getMarginRatio", [...agreed, "429"])).toEqual([
      expect.stringContaining("getMarginRatio declares 429, which is not agreed"),
    ]);
  });

  it("declares 304 where it is the symbol search, and only there.", () => {
    expect(complaintsOf("searchSymbols", [...agreed, "304"])).toEqual([]);
    expect(complaintsOf("searchSymbols", agreed)).toHaveLength(1);
    expect(complaintsOf("getMarginRatio", [...agreed, "304"])).toHaveLength(1);
  });
});
