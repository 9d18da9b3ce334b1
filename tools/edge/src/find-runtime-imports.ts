import { isBuiltin } from "node:module";
import type { Metafile } from "esbuild";
import type { RuntimeImport } from "./bundle.ts";

/**
 * Finds what a bundle imports of Node, each once, by the shortest way from the entry. What a bundler would shake off
 * counts as well: the next change may hold on to it.
 */
export function findRuntimeImports({ inputs }: Pick<Metafile, "inputs">, entry: string): RuntimeImport[] {
  const found = new Map<string, RuntimeImport>();
  const chains = new Map<string, readonly string[]>([[entry, [entry]]]);
  for (const [file, chain] of chains) {
    for (const { path, external } of inputs[file]?.imports ?? []) {
      if (external !== true) {
        if (!chains.has(path)) chains.set(path, [...chain, path]);
      } else if (isBuiltin(path) && !found.has(path)) {
        found.set(path, { specifier: path, chain });
      }
    }
  }
  return [...found.values()];
}
