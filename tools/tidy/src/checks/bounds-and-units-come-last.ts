import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { declaredNames } from "../source/declared-names.ts";
import { wordsOf } from "../source/words-of.ts";

const bounds = new Set(["max", "min", "maximum", "minimum"]);
const units = new Set(["ms", "vnd", "bytes", "kib", "mib", "seconds", "millionths"]);

const keywordsOfJsonSchema = /^(max|min)(Length|Items|Properties|Contains)$/;

/** With the bound last, names of one subject stand together when they are sorted. */
export const boundsAndUnitsComeLast: Check = {
  name: "bounds-and-units-come-last",
  rule: "A bound or a unit ends the name of a value: `timeoutMsMax`, not `maxTimeoutMs`.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      for (const { name, kind, isDictated, line } of declaredNames(tree.module(path))) {
        const [first = "", ...rest] = wordsOf(name);
        const isEarly = bounds.has(first) || units.has(first);
        if (
          isDictated ||
          keywordsOfJsonSchema.test(name) ||
          kind !== "binding" ||
          rest.length === 0 ||
          !isEarly
        )
          continue;
        yield {
          path,
          line,
          wrong: `\`${name}\` begins with \`${first}\`.`,
          mend: `Begin with the subject and end with \`${first}\`.`,
        };
      }
    }
  },
  breach: { "packages/planted/src/name-length.ts": "export const nameLength = 1;\nconst maxName = 2;\n" },
};
