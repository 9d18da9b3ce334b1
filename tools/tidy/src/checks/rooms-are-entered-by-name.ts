import { posix } from "node:path";
import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { roomOf } from "../house/room-of.ts";
import { importsOf } from "../source/imports-of.ts";

/** Through a wall one comes into any room, and nobody sees it in the plan. */
export const roomsAreEnteredByName: Check = {
  name: "rooms-are-entered-by-name",
  rule: "No relative import leaves its workspace package; another package is imported by its name.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      const room = roomOf(path);
      if (room === undefined) continue;
      for (const { specifier, line } of importsOf(tree.module(path))) {
        if (!specifier.startsWith(".")) continue;
        const target = posix.join(posix.dirname(path), specifier);
        if (target.startsWith(`${room}/`)) continue;
        yield {
          path,
          line,
          wrong: `\`${specifier}\` leaves ${room}.`,
          mend: "Import the other package by its name, after listing it in package.json as `workspace:*`.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/planted.ts":
      'import { registry } from "../../other/src/registry.ts";\n\nexport const planted = registry;\n',
  },
};
