import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { idCardReadKnowsNobody } from "./id-card-read-knows-nobody.ts";

test("A decoder and a part of the package that knows a runtime are strangers to reading", () => {
  const files = {
    "packages/id-card/src/read/card.ts":
      "import { decode } from 'jsqr';\nimport { work } from '../node/work.ts';",
  };
  expect(findIn(idCardReadKnowsNobody, files)).toEqual([
    "packages/id-card/src/read/card.ts:1: `packages/id-card/src/read` does not know `jsqr`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [id-card-read-knows-nobody]",
    "packages/id-card/src/read/card.ts:2: `packages/id-card/src/read` does not know `../node/work.ts`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [id-card-read-knows-nobody]",
  ]);
});

test("Reading may use its own files, and the rest of the package may use it", () => {
  const files = {
    "packages/id-card/src/read/card.ts": "import { zone } from './mrz/zone.ts';",
    "packages/id-card/src/node/read.ts":
      "import { card } from '../read/card.ts';\nimport sharp from 'sharp';",
  };
  expect(findIn(idCardReadKnowsNobody, files)).toEqual([]);
});
