import { expect, test } from "vitest";
import { readInstantiations } from "./read-instantiations.ts";

test("the count is read from among the compiler's other figures", () => {
  const printed =
    "Symbols:        31337\nTypes:            914\nInstantiations:  6724\nMemory used: 99996K\n";
  expect(readInstantiations(printed)).toBe(6724);
});

test("a compiler that printed no count is an error, and not a count of nothing", () => {
  expect(() => readInstantiations("Types: 914\n")).toThrow("no count of instantiations");
});
