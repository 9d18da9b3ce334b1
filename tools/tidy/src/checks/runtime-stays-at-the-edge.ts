import type { Check, Finding } from "../check.ts";
import { packageOf } from "../house/find-strangers.ts";
import { isInSource } from "../house/is-source.ts";
import { mayTouchRuntime } from "../house/may-touch-runtime.ts";
import { importsOf } from "../source/imports-of.ts";
import type { Module } from "../source/parse-module.ts";
import { worldReached } from "../source/world-reached.ts";

const globals = new Set([
  "process",
  "Deno",
  "Bun",
  "Buffer",
  "WebAssembly",
  "Worker",
  "SharedWorker",
  "import.meta.env",
]);
const runtimeModule = /\.wasm(\?.*)?$|^(bun|cloudflare|deno)(:|$)/;

/** What knows its runtime runs on that one. */
export const runtimeStaysAtTheEdge: Check = {
  name: "runtime-stays-at-the-edge",
  rule: "`node:*`, environment, bindings, wasm and workers stay in composition roots, adapters, oms, tools, bench and tests.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      if (!isInSource(path) || mayTouchRuntime(path)) continue;
      const module = tree.module(path);
      for (const { name, line } of [
        ...importsOfRuntime(module),
        ...worldReached(module, globals),
        ...bindingsOf(module),
      ]) {
        yield sayWrong(path, line, name);
      }
    }
  },
  breach: {
    "packages/planted/src/planted.ts":
      'import { readFileSync } from "node:fs";\n\nexport const planted = readFileSync;\n',
  },
};

function sayWrong(path: string, line: number, name: string): Finding {
  return {
    path,
    line,
    wrong: `\`${name}\` belongs to a runtime.`,
    mend: "Take what it gives as an argument, or move the code to a composition root or an adapter.",
  };
}

function importsOfRuntime(module: Module): { name: string; line: number }[] {
  return importsOf(module)
    .filter(({ specifier }) => packageOf(specifier) === "node:" || runtimeModule.test(specifier))
    .map(({ specifier, line }) => ({ name: specifier, line }));
}

/** A request's bindings arrive as `.env`; `process.env` is already told by its first word. */
function bindingsOf(module: Module): { name: string; line: number }[] {
  return module.visits.flatMap(({ node }) => {
    if (node.type !== "MemberExpression" || node.property.type !== "Identifier") return [];
    if (node.property.name !== "env" || node.object.type === "MetaProperty") return [];
    if (node.object.type === "Identifier" && globals.has(node.object.name)) return [];
    return [{ name: ".env", line: module.lineAt(node.start) }];
  });
}
