import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { publicNameHasASentence } from "./public-name-has-a-sentence.ts";

test("A public name without a sentence is refused where it is declared", () => {
  const files = {
    "packages/client/package.json":
      '{ "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }',
    "packages/client/src/index.ts": "export { send, type Sent } from './send.ts';",
    "packages/client/src/send.ts":
      "/** Sends it. */\nexport function send(): void {}\n// Not for the editor.\nexport type Sent = string;",
  };
  expect(findIn(publicNameHasASentence, files)).toEqual([
    "packages/client/src/send.ts:4: The public name `Sent` says nothing of itself. Mend: Write one sentence above it between `/**` and `*/`, and show a call where one is easily got wrong. [public-name-has-a-sentence]",
  ]);
});

test("A name that is not passed on is not public, and a private package has no public names", () => {
  const files = {
    "packages/client/package.json": '{ "exports": { ".": "./dist/index.js" } }',
    "packages/client/src/index.ts": "export { send } from './send.js';",
    "packages/client/src/send.ts":
      "/** Sends it. */\nexport function send(): void {}\nexport const inner = 1;",
    "packages/margin/package.json": '{ "private": true, "exports": { ".": "./dist/index.js" } }',
    "packages/margin/src/index.ts": "export const figures = 1;",
  };
  expect(findIn(publicNameHasASentence, files)).toEqual([]);
});

test("Names that are passed on from generated files bring their sentences from the document", () => {
  const files = {
    "packages/types/package.json": '{ "exports": { ".": "./dist/index.js" } }',
    "packages/types/src/index.ts": "export type { Account } from './types.gen.ts';",
  };
  expect(findIn(publicNameHasASentence, files)).toEqual([]);
});

test("A name that is passed on from another package brings its own sentence", () => {
  const files = {
    "packages/client/package.json": '{ "exports": "./dist/index.js" }',
    "packages/client/src/index.ts": "export { paths } from '@trading-oms/types';",
  };
  expect(findIn(publicNameHasASentence, files)).toEqual([]);
});
