import { expect, test } from "vitest";
import { standForFunctions } from "./stand-for-functions.ts";

test("each function of a module is stood for by one that says that it was left out", () => {
  const source = `import { b } from "./b.js";
export async function* backUp(binding) { yield b; }
export function draft() {}
export async function restore() {}
function beneath() {}`;
  expect(
    standForFunctions(source),
  ).toBe(`export function backUp() { throw new Error("backUp was left out of this bundle."); }
export function draft() { throw new Error("draft was left out of this bundle."); }
export function restore() { throw new Error("restore was left out of this bundle."); }`);
});

test("a module without functions is told, rather than left out for nothing", () => {
  expect(() => standForFunctions("export const a = 1;")).toThrow("has moved");
});
