import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { typesAreNotSilenced } from "./types-are-not-silenced.ts";

test("The type any and every way to hide an error are refused", () => {
  const files = {
    "packages/a/src/a.ts":
      "const a: any = 1;\n// @ts-ignore\nconst b = 2;\n// @ts-expect-error Because.\nconst c = 3;\n// biome-ignore lint: Because.\nconst d = 4;",
  };
  expect(findIn(typesAreNotSilenced, files)).toEqual([
    "packages/a/src/a.ts:1: `any` switches the compiler off. Mend: Name the type, or take `unknown` and narrow it. [types-are-not-silenced]",
    "packages/a/src/a.ts:2: `@ts-ignore` hides what the machine has found. Mend: Mend the cause; an error that is meant belongs in a `*.test-d.ts`, and overruling the linter takes a sentence. [types-are-not-silenced]",
    "packages/a/src/a.ts:4: `@ts-expect-error` hides what the machine has found. Mend: Mend the cause; an error that is meant belongs in a `*.test-d.ts`, and overruling the linter takes a sentence. [types-are-not-silenced]",
    "packages/a/src/a.ts:6: `biome-ignore` hides what the machine has found. Mend: Mend the cause; an error that is meant belongs in a `*.test-d.ts`, and overruling the linter takes a sentence. [types-are-not-silenced]",
  ]);
});

test("The linter may be overruled with a sentence that says why, but not about types", () => {
  const files = {
    "packages/a/src/a.ts":
      "// biome-ignore lint/performance/useText: Only what is rendered can be read.\nconst a = 1;\n// biome-ignore lint/suspicious/noExplicitAny: Only what is rendered can be read.\nconst b = 2;\n// biome-ignore lint/style/useText: Needed.\nconst c = 3;",
  };
  expect(findIn(typesAreNotSilenced, files)).toEqual([
    "packages/a/src/a.ts:3: `biome-ignore` hides what the machine has found. Mend: Mend the cause; an error that is meant belongs in a `*.test-d.ts`, and overruling the linter takes a sentence. [types-are-not-silenced]",
    "packages/a/src/a.ts:5: `biome-ignore` hides what the machine has found. Mend: Mend the cause; an error that is meant belongs in a `*.test-d.ts`, and overruling the linter takes a sentence. [types-are-not-silenced]",
  ]);
});

test("A type test may expect an error", () => {
  const files = {
    "packages/a/src/a.test-d.ts": "// @ts-expect-error A text is no amount.\nconst a: bigint = '1';",
  };
  expect(findIn(typesAreNotSilenced, files)).toEqual([]);
});

test("The unknown is named as such, and a comment may speak of silencers", () => {
  const files = {
    "packages/a/src/a.ts": "const a: unknown = 1;\n// Nobody writes @ts-ignore here.\nconst any = 2;",
  };
  expect(findIn(typesAreNotSilenced, files)).toEqual([]);
});
