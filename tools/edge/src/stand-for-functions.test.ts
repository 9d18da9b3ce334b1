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

test("functions that are constants, or named at the end, are stood for too, and lists of them are empty", () => {
  const source = `export const read = (schema, { path = [] }) => path;
export const tell = (schema, ways = {}) => (given) => ways;
export const all = { read };
function judge() {}
export { judge as decide };`;
  const stoodFor = standForFunctions(source);
  expect(stoodFor.match(/(?<=function )\w+/g)).toEqual(["read", "tell", "decide"]);
  expect(stoodFor).toContain("export const all = {};");
});
