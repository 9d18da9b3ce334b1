import { expect, test } from "vitest";
import { choosePlayed } from "./simulated-exchange.ts";

const list = (...symbols: readonly string[]) =>
  new Map(symbols.map((symbol) => [symbol, { symbol, details: `{"symbol":"${symbol}"}` }]));

const chosen = (entries: string[], played: string[]): string[] =>
  choosePlayed(list(...entries), list(...played), 3).map(({ symbol }) => symbol);

test("The first of a catalog are played, as many as there is room for", () => {
  expect(chosen(["AAA", "BBB", "CCC", "DDD"], [])).toEqual(["AAA", "BBB", "CCC"]);
  expect(chosen(["AAA"], [])).toEqual(["AAA"]);
});

test("Whoever is played goes on when others are listed before it, and gives its place up when it is listed no more", () => {
  expect(chosen(["AAA", "BBB", "CCC", "DDD"], ["BBB", "CCC", "DDD"])).toEqual(["BBB", "CCC", "DDD"]);
  expect(chosen(["AAA", "CCC", "DDD", "EEE"], ["BBB", "CCC", "DDD"])).toEqual(["CCC", "DDD", "AAA"]);
});
