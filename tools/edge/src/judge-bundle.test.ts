import { expect, test } from "vitest";
import type { Bundle } from "./bundle.ts";
import { judgeBundle } from "./judge-bundle.ts";

const bundle: Bundle = { code: "a".repeat(4_096), compiled: new Map(), runtimeImports: [], weights: [] };

test("A bundle is weighed as it is and compressed", () => {
  expect(judgeBundle(bundle, 1_024)).toEqual({ sizeBytes: 4_096, compressedBytes: 40, faults: [] });
  expect(judgeBundle(bundle, 40).faults).toEqual([]);
});

test("What is compiled beforehand weighs as much as code", () => {
  const compiled = new Map([["reader.wasm", Buffer.from(bundle.code)]]);
  expect(judgeBundle({ ...bundle, compiled }, 1_024)).toMatchObject({
    sizeBytes: 8_192,
    compressedBytes: 80,
  });
  expect(judgeBundle({ ...bundle, compiled }, 79).faults).toHaveLength(1);
});

test("A bundle over its budget is refused, and its heaviest packages are named", () => {
  const weights = [{ name: "zod", sizeBytes: 3_072 }];
  expect(judgeBundle({ ...bundle, weights }, 39).faults).toEqual([
    "The bundle weighs 0.0 KiB compressed, and 0.0 KiB were agreed. The heaviest, before they are compressed: zod 3.0 KiB.",
  ]);
});

test("An import of Node is refused with the way to it and the mend", () => {
  const runtimeImports = [
    { specifier: "node:fs", chain: ["apps/server/entry.js", "packages/market/read.js"] },
  ];
  const { faults } = judgeBundle({ ...bundle, runtimeImports }, 1_024);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(
    /imports node:fs, .*\n {4}apps\/server\/entry\.js\n {4}packages\/market\/read\.js\n {4}Mend: take /,
  );
});
