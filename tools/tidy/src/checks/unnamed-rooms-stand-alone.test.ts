import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { unnamedRoomsStandAlone } from "./unnamed-rooms-stand-alone.ts";

test("Rooms of which the plan says nothing import nothing of ours", () => {
  const files = {
    "packages/access/src/sign.ts": "import { openStore } from '@trading-oms/store';",
    "packages/id-card/src/card.ts": "import type { Card } from '@trading-oms/types';",
  };
  expect(findIn(unnamedRoomsStandAlone, files)).toEqual([
    "packages/access/src/sign.ts:1: `packages/access/src` does not know `@trading-oms/store`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [unnamed-rooms-stand-alone]",
    "packages/id-card/src/card.ts:1: `packages/id-card/src` does not know `@trading-oms/types`. Mend: Take what is needed as an argument, or move the code to a room that may know it; here one imports nothing but its own files. [unnamed-rooms-stand-alone]",
  ]);
});

test("They may import libraries of others", () => {
  const files = { "packages/access/src/sign.ts": "import { SignJWT } from 'jose';" };
  expect(findIn(unnamedRoomsStandAlone, files)).toEqual([]);
});
