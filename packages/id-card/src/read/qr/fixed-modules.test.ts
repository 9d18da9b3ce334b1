import { expect, test } from "vitest";
import { equalizeModules, fixedModules } from "./rebuild-qr.ts";

test("a QR code of version 7 has 45 modules a side, three finder patterns and six alignment patterns", () => {
  const modules = fixedModules(7);
  const rowOf = (row: number) =>
    [...modules.subarray(row * 45, row * 45 + 45)].map((module) => ".#"[module] ?? " ").join("");
  expect(modules.length).toBe(45 * 45);
  expect(rowOf(0)).toBe(`#######.${" ".repeat(29)}.#######`);
  expect(rowOf(3)).toBe(`#.###.#.${" ".repeat(29)}.#.###.#`);
  expect(rowOf(6)).toBe("#######.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#######");
  expect(rowOf(22)).toBe(`    #.#.#${" ".repeat(11)}#.#.#${" ".repeat(11)}#.#.#    `);
});

test("modules that were blurred along the row are restored", () => {
  const count = 45;
  const fixed = fixedModules(7);
  let state = 7;
  const modules = Uint8Array.from(fixed, (module) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return module >= 0 ? module : (state >>> 16) & 1;
  });
  const light = (index: number, row: number) =>
    index >= row * count && index < (row + 1) * count ? 1 - (modules[index] ?? 0) : 1;
  const samples = Float64Array.from(modules, (_, index) => {
    const row = Math.floor(index / count);
    return 90 + 60 * (0.2 * light(index - 1, row) + 0.45 * light(index, row) + 0.35 * light(index + 1, row));
  });
  const { isDark } = equalizeModules(samples, fixed, count);
  const wrong = isDark.filter((module, index) => module !== modules[index]).length;
  const wrongByThreshold = samples.filter((value, index) => (value < 120 ? 1 : 0) !== modules[index]).length;
  expect(wrongByThreshold).toBeGreaterThan(200);
  expect(wrong).toBeLessThan(wrongByThreshold / 3);
});
