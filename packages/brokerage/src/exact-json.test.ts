import { expect, test } from "vitest";
import { exactJson } from "./exact-json.ts";

test("restores integers beyond JSON's exact range at any depth", () => {
  const value = {
    amountVnd: 9_007_199_254_740_993n,
    lot: 100n,
    list: [{ marginRatio: 500_000n, name: "FPT" }, "5", null],
    account: { tradingPowerVnd: -1n, quantity: 3n },
  };
  expect(exactJson.read(exactJson.write(value))).toEqual(value);
});

test("keeps text under any other name, whatever it looks like", () => {
  const text = '{"lotName":"100","symbol":"123","priceName":"1","count":7}';
  expect(exactJson.read(text)).toEqual({ lotName: "100", symbol: "123", priceName: "1", count: 7 });
});

test("treats a member called __proto__ as an ordinary member", () => {
  const read = exactJson.read('{"__proto__":{"amountVnd":"5"},"a":{"constructor":"x"}}') as object;
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.hasOwn(read, "__proto__")).toBe(true);
});

test("writes every member, including __proto__, and leaves the value unchanged", () => {
  const value = JSON.parse('{"__proto__":{"a":1},"b":[{"c":null}]}') as Record<string, unknown>;
  value["amountVnd"] = 5n;
  expect(exactJson.write(value)).toBe('{"__proto__":{"a":1},"b":[{"c":null}],"amountVnd":"5"}');
  expect(value["amountVnd"]).toBe(5n);
});
