import { expect, test } from "vitest";
import { checkHoldings } from "./judge-cash.ts";

const printed = [
  "hold A-1 found 0 0",
  "hold A-1 intends 30 300 0",
  "hold A-1 done 30 300 0",
  "hold A-1 intends 20 200 100",
];
const kept = (quantity: bigint, entryVnd: bigint) => new Map([["A-1", { quantity, entryVnd }]]);

test("accepts the acknowledged position, with nothing realised", () => {
  const { faults, realizedVnd, changeCount } = checkHoldings(printed, kept(30n, 300n));
  expect(faults).toEqual([]);
  expect(realizedVnd.get("A-1")).toBe(0n);
  expect(changeCount).toBe(1);
});

test("accepts the intended position, with its result realised, since only the answer was lost", () => {
  const { faults, realizedVnd } = checkHoldings(printed, kept(20n, 200n));
  expect(faults).toEqual([]);
  expect(realizedVnd.get("A-1")).toBe(100n);
});

test("reports any other position, even one with only a wrong entry value", () => {
  expect(checkHoldings(printed, kept(20n, 300n)).faults).toEqual([
    "A-1 holds 20 for 300; 30 for 300 was acknowledged, and 20 for 200 was intended",
  ]);
});

test("reports a position that is lost after its acknowledgement", () => {
  expect(checkHoldings(printed.slice(0, 3), kept(0n, 0n)).faults).toEqual([
    "A-1 holds 0 for 0; 30 for 300 was acknowledged",
  ]);
});

test("reports a change that shows up only after it was missing at first", () => {
  const late = [...printed, "hold A-1 found 30 300"];
  expect(checkHoldings(late, kept(20n, 200n)).faults).toHaveLength(1);
});

test("reports an answer that differs from the intention, and a refused change that was made", () => {
  expect(checkHoldings([...printed, "hold A-1 done 20 200 90"], kept(20n, 200n)).faults).toEqual([
    "A-1 was answered 20 for 200 and 90; 20 for 200 and 100 was intended",
  ]);
  expect(checkHoldings([...printed, "hold A-1 refused"], kept(20n, 200n)).faults).toHaveLength(1);
});
