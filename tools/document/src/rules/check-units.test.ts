import { describe, expect, it } from "vitest";
import { checkUnits } from "./schemas.ts";

function complaintsOf(name: string, type: unknown, description: string): string[] {
  const schemas = { A: { type: "object", properties: { [name]: { type, description } } } };
  return checkUnits({ components: { schemas } }).map(({ message }) => message);
}

describe("A number names its unit:", () => {
  it.each([
    ["amount", "In VND."],
    ["tradingPower", "The power, in VND."],
    ["lsPrc", "The last price, in VND, for index futures in index points."],
    ["prc", "In VND or index points."],
    ["contractSize", "How many VND an index point is worth."],
    ["time", "In Unix milliseconds."],
    ["created_at", "In Unix milliseconds."],
    ["executionTime", "In milliseconds."],
    ["buyUpPct", "In percent."],
    ["marginRatio", "As a fraction."],
    ["totVol", "In shares or contracts."],
    ["openInterest", "In contracts."],
  ])("%s", (name, description) => {
    expect(complaintsOf(name, "number", description)).toEqual([]);
    expect(complaintsOf(name, "number", "A figure.")).toEqual([
      expect.stringContaining(`A.${name} does not name its unit`),
    ]);
  });

  it("both units of a price, and not one alone.", () => {
    expect(complaintsOf("openPrc", "number", "In VND.")).toEqual([
      'A.openPrc does not name its unit; say "VND" and "index points" in its description',
    ]);
  });

  it("the epoch of a time, and not milliseconds alone.", () => {
    expect(complaintsOf("lastTime", "number", "In milliseconds.")).toHaveLength(1);
  });

  it("also where it may be something else as well.", () => {
    expect(complaintsOf("amount", ["number", "null"], "A figure.")).toHaveLength(1);
  });
});

describe("A number without a unit", () => {
  it("is one of a few that count or name.", () => {
    expect(complaintsOf("seq", "number", "The sequence number.")).toEqual([]);
    expect(complaintsOf("tradeCount", "integer", "How many.")).toEqual([]);
  });

  it("is refused where nobody has decided on its name.", () => {
    expect(complaintsOf("leverage", "number", "The leverage.")).toEqual([
      "no unit is agreed for A.leverage; add its name to rules/schemas.ts, with a unit or among those without",
    ]);
  });
});

describe("A date or time in words says how it is written:", () => {
  it.each([
    ["dateOfBirth", "Written dd/MM/yyyy."],
    ["expirationDate", "Written yyyy-MM-dd."],
    ["expires_at", "A date and time after RFC 3339."],
  ])("%s", (name, description) => {
    expect(complaintsOf(name, "string", description)).toEqual([]);
    expect(complaintsOf(name, "string", "A date.")).toHaveLength(1);
  });

  it("while other texts have no unit.", () => {
    expect(complaintsOf("symbol", "string", "The symbol.")).toEqual([]);
    expect(complaintsOf("format", "string", "The format.")).toEqual([]);
    expect(complaintsOf("read", "boolean", "Whether it was read.")).toEqual([]);
  });
});
