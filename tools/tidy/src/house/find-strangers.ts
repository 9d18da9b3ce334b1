import { builtinModules } from "node:module";
import { posix } from "node:path";
import type { Finding } from "../check.ts";
import { type Import, importsOf } from "../source/imports-of.ts";
import type { Tree } from "../tree.ts";
import { isProduct } from "./is-source.ts";
import { scope } from "./places.ts";

/** Whom the product code of a room may import. */
export interface Acquaintances {
  /** The room, such as `packages/margin/src`. */
  readonly room: string;
  /** The folder that relative imports stay in; the room itself by default. */
  readonly within?: string;
  /** Names of ours, each with all that it exports, such as `@trading-oms/margin`. */
  readonly ours: readonly string[];
  /** Names of ours of which nothing may be left at run time. */
  readonly typesOf?: readonly string[];
  /** Names of others, `node:` for all that the runtime brings; left out, anybody. */
  readonly others?: readonly string[];
  /** Parts of the room that have a rule of their own. */
  readonly except?: readonly string[];
}

/** Finds imports of modules that a room does not know. Tests may know anybody. */
export function* findStrangers(tree: Tree, known: Acquaintances): Generator<Finding> {
  const inside = `${known.room}/`;
  const isExcepted = (path: string) => known.except?.some((part) => path.startsWith(part)) ?? false;
  for (const path of tree.paths) {
    if (!path.startsWith(inside) || !isProduct(path) || isExcepted(path)) continue;
    for (const each of importsOf(tree.module(path))) {
      const wrong = judge(path, each, known);
      if (wrong !== undefined) yield { path, line: each.line, wrong, mend: mendFor(known) };
    }
  }
}

/** The name that a specifier is resolved by: `@scope/name` of `@scope/name/deep`, `node:` of every builtin. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return "node:";
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

function judge(path: string, { specifier, isTypeOnly }: Import, known: Acquaintances): string | undefined {
  const stranger = `\`${known.room}\` does not know \`${specifier}\`.`;
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    return target.startsWith(`${known.within ?? known.room}/`) ? undefined : stranger;
  }
  if (!specifier.startsWith(scope)) {
    const isKnown = known.others === undefined || known.others.includes(packageOf(specifier));
    return isKnown ? undefined : stranger;
  }
  if (isAmong(specifier, known.ours)) return undefined;
  if (!isAmong(specifier, known.typesOf ?? [])) return stranger;
  return isTypeOnly ? undefined : `\`${known.room}\` knows \`${specifier}\` by its types alone.`;
}

function isAmong(specifier: string, names: readonly string[]): boolean {
  return names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

function mendFor({ ours, typesOf = [], others }: Acquaintances): string {
  const allowed = [
    ...ours.map((name) => `\`${name}\``),
    ...typesOf.map((name) => `\`${name}\` with \`import type\``),
    ...(others ?? []).map((name) => `\`${name}\``),
  ];
  const list = allowed.length === 0 ? "nothing but its own files" : `only ${allowed.join(", ")}`;
  return `Take what is needed as an argument, or move the code to a room that may know it; here one imports ${list}.`;
}
