import type { Node } from "oxc-parser";
import type { Check, Finding } from "../check.ts";
import { isProduct, isTest } from "../house/is-source.ts";
import { places } from "../house/places.ts";
import { exportedNames } from "../source/exported-names.ts";
import { importsOf } from "../source/imports-of.ts";
import { wordsOf } from "../source/words-of.ts";
import type { Tree } from "../tree.ts";

const adapters = ["packages/store", "packages/feed", "packages/images"];

/** Promises that no suite holds are wishes. */
export const portHasASuite: Check = {
  name: "port-has-a-suite",
  rule: "Each port, an interface with methods, has one suite beside its adapters, and a test there runs it.",
  rooms: ["packages/brokerage/src/ports", ...adapters],
  *find(tree) {
    for (const path of tree.paths) {
      if (path.startsWith(places.ports) && isProduct(path)) yield* judge(tree, path);
    }
  },
  breach: {
    "packages/brokerage/src/ports/planted-port.ts":
      "export interface PlantedPort {\n  read(): Promise<string>;\n}\n",
  },
};

function* judge(tree: Tree, path: string): Generator<Finding> {
  for (const { name, line, declaration } of exportedNames(tree.module(path))) {
    if (declaration === undefined || !hasMethods(declaration)) continue;
    const suite = `${wordsOf(name).join("-")}.suite.ts`;
    if (isRun(tree, suite)) continue;
    yield {
      path,
      line,
      wrong: `No test of ${adapters.join(", ")} runs a suite of the port \`${name}\`.`,
      mend: `Write \`${suite}\` beside the adapters, and call it in the test of each.`,
    };
  }
}

function hasMethods(declaration: Node): boolean {
  if (declaration.type !== "ExportNamedDeclaration") return false;
  if (declaration.declaration?.type !== "TSInterfaceDeclaration") return false;
  return declaration.declaration.body.body.some(
    (member) =>
      member.type === "TSMethodSignature" ||
      (member.type === "TSPropertySignature" &&
        member.typeAnnotation?.typeAnnotation.type === "TSFunctionType"),
  );
}

function isRun(tree: Tree, suite: string): boolean {
  return tree.paths.some((path) => {
    if (!adapters.some((adapter) => path.startsWith(`${adapter}/`))) return false;
    if (!isTest(path) || !path.endsWith(".test.ts")) return false;
    return importsOf(tree.module(path)).some(({ specifier }) => specifier.split("/").at(-1) === suite);
  });
}
