import type { Check, Finding } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import type { Module } from "../source/parse-module.ts";

const silencers = /^@ts-(ignore|nocheck|expect-error)|^biome-ignore|^eslint-disable/;

/** One place may overrule the linter with a sentence that says why, but for what the linter says of types. */
const overrulings =
  /^biome-ignore lint\/(?!\w+\/no(ExplicitAny|ImplicitAny|TsIgnore))[\w/]+: (\S+ ){3,}.*\.$/;

/** What the compiler is kept from seeing, nobody sees. */
export const typesAreNotSilenced: Check = {
  name: "types-are-not-silenced",
  rule: "The compiler is never told to look away, but in a type test; the linter in one place only, and with a sentence.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      const module = tree.module(path);
      yield* silencedByAny(module);
      yield* silencedByComment(module);
    }
  },
  breach: { "packages/planted/src/planted.ts": "export const planted: any = 42;\n" },
};

function* silencedByAny(module: Module): Generator<Finding> {
  for (const { node } of module.visits) {
    if (node.type !== "TSAnyKeyword") continue;
    yield {
      path: module.path,
      line: module.lineAt(node.start),
      wrong: "`any` switches the compiler off.",
      mend: "Name the type, or take `unknown` and narrow it.",
    };
  }
}

function* silencedByComment(module: Module): Generator<Finding> {
  for (const { value, start } of module.comments) {
    const silencer = silencers.exec(value.trim())?.[0];
    if (silencer === undefined || overrulings.test(value.trim())) continue;
    if (silencer === "@ts-expect-error" && module.path.endsWith(".test-d.ts")) continue;
    yield {
      path: module.path,
      line: module.lineAt(start),
      wrong: `\`${silencer}\` hides what the machine has found.`,
      mend: "Mend the cause; an error that is meant belongs in a `*.test-d.ts`, and overruling the linter takes a sentence.",
    };
  }
}
