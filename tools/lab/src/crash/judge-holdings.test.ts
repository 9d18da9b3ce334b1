import { expect, test } from "vitest";
import { judgeHoldings } from "./judge-cash.ts";

const told = [
  "hold A-1 found 0 0",
  "hold A-1 intends 30 300 0",
  "hold A-1 done 30 300 0",
  "hold A-1 intends 20 200 100",
];
const kept = (quantity: bigint, entryVnd: bigint) => new Map([["A-1", { quantity, entryVnd }]]);

test("after a kill the position is the one that was acknowledged, and nothing was realised", () => {
  const { faults, realizedVnd, changeCount } = judgeHoldings(told, kept(30n, 300n));
  expect(faults).toEqual([]);
  expect(realizedVnd.get("A-1")).toBe(0n);
  expect(changeCount).toBe(1);
});

test("it may be the one that was intended, since only its answer was lost, and then its result is realised", () => {
  const { faults, realizedVnd } = judgeHoldings(told, kept(20n, 200n));
  expect(faults).toEqual([]);
  expect(realizedVnd.get("A-1")).toBe(100n);
});

test("any other position is named, also one whose quantity is right and whose entry is not", () => {
  expect(judgeHoldings(told, kept(20n, 300n)).faults).toEqual([
    "A-1 holds 20 for 300; 30 for 300 was acknowledged, and 20 for 200 was intended",
  ]);
});

test("a position that is lost after its acknowledgement is named", () => {
  expect(judgeHoldings(told.slice(0, 3), kept(0n, 0n)).faults).toEqual([
    "A-1 holds 0 for 0; 30 for 300 was acknowledged",
  ]);
});

test("what comes to light only after it was not there at first is named", () => {
  const late = [...told, "hold A-1 found 30 300"];
  expect(judgeHoldings(late, kept(20n, 200n)).faults).toHaveLength(1);
});

test("an answer that is not what was intended is named, and so is a refused change that happened", () => {
  expect(judgeHoldings([...told, "hold A-1 done 20 200 90"], kept(20n, 200n)).faults).toEqual([
    "A-1 was answered 20 for 200 and 90; 20 for 200 and 100 was intended",
  ]);
  expect(judgeHoldings([...told, "hold A-1 refused"], kept(20n, 200n)).faults).toHaveLength(1);
});
