import { posix } from "node:path";
import { type Node, parseSync, visitorKeys } from "oxc-parser";

/** The files of a repository. The same tree always gives the same findings. */
export interface Tree {
  /** The path of the repository, which its files may not contain. */
  readonly root: string;
  /** Every committed file, relative to the root, with forward slashes. */
  readonly paths: readonly string[];
  text(path: string): string;
}

/** One violation of a rule. */
interface Finding {
  readonly path: string;
  readonly line: number;
  readonly wrong: string;
}

/** A rule that no tool offers. */
export interface Rule {
  readonly name: string;
  /** How to fix a finding, and why. */
  readonly mend: string;
  find(tree: Tree): Iterable<Finding>;
}

const failureTable = "apps/server/src/http/failures.ts";
const wireNumbers = "apps/server/src/operations/wire/numbers.ts";
const compositionRoots = "apps/server/src/runtimes/";

/** The rules that Biome, dependency-cruiser and knip do not offer. */
export const rules: readonly Rule[] = [
  {
    name: "money-is-bigint",
    mend: "Type it as bigint, which holds every sum exactly; the server converts it on the wire.",
    find: (tree) =>
      findNodes(tree, /^packages\/(margin|brokerage)\/src\//, ({ node }) => moneyAsNumber(node)),
  },
  {
    name: "margin-computes-exactly",
    mend: "Stay in bigint, keep ratios in millionths, and compare by multiplying crosswise.",
    find: (tree) => findNodes(tree, /^packages\/margin\/src\//, ({ node }) => inexactPart(node)),
  },
  {
    name: "wire-numbers-have-one-room",
    mend: `Convert it by a function of ${wireNumbers}, which rounds nothing in silence.`,
    find: (tree) =>
      findNodes(tree, /^apps\/server\/src\/operations\//, ({ path, node }) =>
        path !== wireNumbers && node.type === "CallExpression" && nameOf(node.callee) === "Number"
          ? "Number"
          : undefined,
      ),
  },
  {
    name: "statuses-stand-in-one-table",
    mend: `Return or throw a failure by its code, and give the code its status in ${failureTable}.`,
    find: (tree) =>
      findNodes(tree, /^apps\/server\/src\//, (visit) =>
        visit.path === failureTable ? undefined : failureChosen(visit),
      ),
  },
  {
    name: "nothing-happens-on-import",
    mend: "Put it in a function that the composition root calls; a `*.worker.ts` is run, not imported.",
    find: (tree) =>
      findNodes(tree, /^(packages\/[^/]+|apps\/server)\/src\//, (visit) =>
        visit.path.startsWith(compositionRoots) || visit.path.endsWith(".worker.ts")
          ? undefined
          : actOnImport(visit),
      ),
  },
  {
    name: "ports-are-types-alone",
    mend: "Write types, import and export with `type`, and move code out of the ports, which every adapter imports.",
    find: (tree) =>
      findNodes(tree, /^packages\/brokerage\/src\/ports\//, ({ node, parent }) =>
        parent?.node.type === "Program" && !isOfTypes(node) ? node.type : undefined,
      ),
  },
  {
    name: "compiler-is-not-silenced",
    mend: "Mend the cause. A type error that is meant belongs in a `*.test-d.ts`; the linter is overruled in one place, with a sentence.",
    find: findSilencers,
  },
  {
    name: "ci-test-is-run",
    mend: "Name it in `tests` of an entry in tools/lab/src/entries.ts that `.ci/run` names.",
    find: findUnrunTests,
  },
  {
    name: "versions-come-from-the-catalog",
    mend: "Put the version in the catalog of pnpm-workspace.yaml and write `catalog:`; a package of ours is `workspace:*`.",
    find: findOwnVersions,
  },
  {
    name: "doc-link-resolves",
    mend: "Correct the path, which starts from the page's own folder.",
    find: findBrokenLinks,
  },
  {
    name: "generated-files-stay-uncommitted",
    mend: "Run `git rm --cached` on it; `pnpm generate` writes it anew.",
    *find({ paths }) {
      for (const path of paths) {
        if (/\.gen(\.d|\.test-d)?\.[cm]?tsx?$/.test(path)) yield { path, line: 1, wrong: "a generated file" };
      }
    },
  },
  {
    name: "no-path-of-one-machine",
    mend: "Write the path relative to the repository, or take it as an argument.",
    find: (tree) => findText(tree, pathsOfMachine(tree.root)),
  },
  {
    name: "no-host-of-one-registry",
    mend: "Leave the host out; for the lockfile, set `lockfileIncludeTarballUrl: false` and install again.",
    find: (tree) => findText(tree, registryHosts),
  },
];

function moneyAsNumber(node: Node): string | undefined {
  const named = node.type === "TSPropertySignature" || node.type === "PropertyDefinition" ? node.key : node;
  if (named.type !== "Identifier" || !/(Vnd|_VND|^vnd)$/.test(named.name)) return undefined;
  const annotation = "typeAnnotation" in node ? node.typeAnnotation : undefined;
  if (annotation?.type !== "TSTypeAnnotation") return undefined;
  return mentionsNumber(annotation.typeAnnotation) ? `${named.name}: number` : undefined;
}

function mentionsNumber(type: Node): boolean {
  if (type.type === "TSUnionType") return type.types.some(mentionsNumber);
  if (type.type === "TSArrayType") return mentionsNumber(type.elementType);
  return type.type === "TSNumberKeyword";
}

function inexactPart(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "number") {
    return Number.isInteger(node.value) ? undefined : String(node.value);
  }
  if (node.type !== "CallExpression") return undefined;
  const { callee } = node;
  const called = callee.type === "MemberExpression" ? memberOf(callee) : nameOf(callee);
  return /^(Number|((Number\.)?parse(Float|Int))|Math\..*)$/.test(called) ? called : undefined;
}

/** Finds a literal error status in an answer. */
function failureChosen({ node, parent }: Visit): string | undefined {
  if (node.type !== "Literal" || parent === undefined) return undefined;
  if (node.value === "application/problem+json") return node.value;
  if (typeof node.value !== "number" || node.value < 400 || node.value > 599) return undefined;
  const { node: around } = parent;
  if (around.type === "Property") return nameOf(around.key) === "status" ? String(node.value) : undefined;
  if (around.type !== "CallExpression" && around.type !== "NewExpression") return undefined;
  const called = around.callee.type === "MemberExpression" ? around.callee.property : around.callee;
  const isAnswer = /^(json|text|body|html|status|newResponse|Response|HTTPException)$/.test(nameOf(called));
  return isAnswer ? String(node.value) : undefined;
}

function actOnImport({ node, parent }: Visit): string | undefined {
  if (node.type === "AwaitExpression") {
    for (let outer = parent; outer !== undefined; outer = outer.parent) {
      if (/Function/.test(outer.node.type) || outer.node.type === "PropertyDefinition") return undefined;
    }
    return "await";
  }
  if (parent?.node.type !== "Program") return undefined;
  if (node.type === "ImportDeclaration") {
    const isForEffect = node.specifiers.length === 0 && node.importKind !== "type";
    return isForEffect ? `import "${node.source.value}"` : undefined;
  }
  if (node.type === "ExpressionStatement" && "directive" in node && node.directive) return undefined;
  return /(?<!Empty)Statement$/.test(node.type) ? node.type : undefined;
}

function isOfTypes(statement: Node): boolean {
  if (statement.type === "ImportDeclaration") return statement.importKind === "type";
  if (statement.type === "ExportAllDeclaration") return statement.exportKind === "type";
  if (statement.type === "ExportNamedDeclaration") {
    return (
      statement.exportKind === "type" || (statement.declaration !== null && isOfTypes(statement.declaration))
    );
  }
  return /^TS(Interface|TypeAlias)Declaration$/.test(statement.type);
}

function* findSilencers(tree: Tree): Generator<Finding> {
  for (const path of tree.paths.filter(isSource)) {
    const text = tree.text(path);
    if (!/@ts-|biome-ignore|eslint-disable/.test(text)) continue;
    for (const { value, start } of parseSync(path, text).comments) {
      const silencer = /^(@ts-(ignore|nocheck|expect-error)|biome-ignore|eslint-disable)/.exec(
        value.trim(),
      )?.[0];
      const isProof = silencer === "@ts-expect-error" && path.endsWith(".test-d.ts");
      if (silencer === undefined || isProof || overruling.test(value.trim())) continue;
      yield { path, line: lineAt(text, start), wrong: silencer };
    }
  }
}

/** One suppressed lint rule, not about types, with a sentence that gives the reason. */
const overruling = /^biome-ignore lint\/(?!\w+\/no(ExplicitAny|ImplicitAny|TsIgnore))[\w/]+: (\S+ ){3,}.*\.$/;

const labEntries = "tools/lab/src/entries.ts";

/** A test that `npm test` skips must belong to an entry of the lab that `.ci/run` runs. */
function* findUnrunTests(tree: Tree): Generator<Finding> {
  const script = tree.text(".ci/run");
  const [, matrix = ""] = /^ {8}stage:\s*\[([^\]]*)\]/m.exec(tree.text(".github/workflows/ci.yml")) ?? [];
  const listed = Array.from(script.matchAll(/^(?:beside|alone)=\((.*)\)$/gm), ([, names = ""]) =>
    names.split(" ").filter(Boolean),
  );
  const stages = ["test", ...listed.flat()];
  for (const name of stages.filter((each) => !matrix.split(/[\s,]+/).includes(each)))
    yield { path: ".github/workflows/ci.yml", line: 1, wrong: `no job for the stage ${name}` };
  const bodies = stages.map(
    (name) => new RegExp(`^stage_${name}\\(\\) \\{\n(.*?)^\\}`, "ms").exec(script)?.[1] ?? "",
  );
  const asked = new Set(Array.from(bodies.join("").matchAll(/\blab ([\w-]+)/g), ([, name]) => name));
  const declared = tree
    .text(labEntries)
    .matchAll(/"?([\w-]+)"?: \{\s*about:.*?(?:\btests: \[([^\]]*)\]|\},)/gs);
  const patterns = Array.from(declared)
    .filter(([, name]) => asked.has(name))
    .flatMap(([, , tests = ""]) => Array.from(tests.matchAll(/"([^"]+)"/g), ([, part = ""]) => part));
  for (const path of tree.paths.filter((each) => each.endsWith(".ci.test.ts"))) {
    if (patterns.some((pattern) => path.includes(pattern))) continue;
    yield { path, line: 1, wrong: "run by nothing that `.ci/run` asks for" };
  }
}

function* findOwnVersions(tree: Tree): Generator<Finding> {
  for (const path of ["package.json", ...manifestsOf(tree)]) {
    if (!tree.paths.includes(path)) continue;
    const { dependencies, devDependencies, optionalDependencies } = read(tree, path);
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })) {
      if (/^catalog:|^workspace:\*$/.test(version)) continue;
      const line =
        tree
          .text(path)
          .split("\n")
          .findIndex((each) => each.includes(`"${name}":`)) + 1;
      yield { path, line, wrong: `"${name}": "${version}"` };
    }
  }
}

function* findBrokenLinks(tree: Tree): Generator<Finding> {
  const known = new Set(
    tree.paths.flatMap((path) =>
      path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/")),
    ),
  );
  for (const path of tree.paths.filter((each) => each.endsWith(".md"))) {
    const blank = (code: string) => code.replaceAll(/[^\n]/g, " ");
    const prose = tree
      .text(path)
      .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, blank)
      .replaceAll(/`[^`\n]*`/g, blank);
    for (const match of prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)|^\[[^\]^]+\]:\s*(\S+)/gm)) {
      const target = match[1] ?? match[2] ?? "";
      const [file = ""] = target.split(/[?#]/);
      if (file === "" || /^[a-z][a-z+.-]*:/i.test(target)) continue;
      const base = file.startsWith("/") ? "." : posix.dirname(path);
      const resolved = posix.join(base, file.replaceAll("%20", " ")).replace(/\/$/, "");
      if (resolved === "." || known.has(resolved)) continue;
      yield { path, line: lineAt(prose, match.index), wrong: target };
    }
  }
}

/** Home folders, and the folder of this tree. */
function pathsOfMachine(root: string): RegExp {
  const usual = new Set("/ /tmp /srv /opt /usr /var /app /mnt /home /root /Users /private".split(" "));
  const around = [root, posix.dirname(root)]
    .filter((folder) => !usual.has(folder))
    .map((folder) => folder.slice(1));
  const places = ["home", "root", "Users", ...around].map((text) =>
    text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`(?<![\\w.:/~\\-}\\])>*])/(${places.join("|")})/[\\w.-]*\\w`);
}

/** Hosts of package registries; a test registry on loopback is allowed. */
const registryHosts =
  /\btarball: *['"]?https?:\/\/\S+|https?:\/\/(?!localhost|127\.)[\w.-]*(registry|npm\.pkg|npmmirror)[\w.-]*(:\d+)?|^[ \t]*(@[\w-]+:)?registry[ \t]*=(?!.*(localhost|127\.0\.0\.1))[ \t]*\S+/m;

function* findText(tree: Tree, pattern: RegExp): Generator<Finding> {
  for (const path of tree.paths.filter(isText)) {
    const text = tree.text(path);
    const found = pattern.exec(text);
    if (found) yield { path, line: lineAt(text, found.index), wrong: found[0].trim() };
  }
}

interface Visit {
  readonly path: string;
  readonly node: Node;
  readonly parent: Visit | undefined;
}

/** Visits each node of the product code in some folders. */
function* findNodes(
  tree: Tree,
  folders: RegExp,
  judge: (visit: Visit) => string | undefined,
): Generator<Finding> {
  for (const path of tree.paths) {
    if (!folders.test(path) || !isSource(path) || isTest(path)) continue;
    const text = tree.text(path);
    for (const visit of visitsOf({ path, node: parseSync(path, text).program, parent: undefined })) {
      const wrong = judge(visit);
      if (wrong !== undefined) yield { path, line: lineAt(text, visit.node.start), wrong };
    }
  }
}

function* visitsOf(visit: Visit): Generator<Visit> {
  yield visit;
  const fields = visit.node as unknown as Record<string, unknown>;
  for (const key of visitorKeys[visit.node.type] ?? []) {
    for (const child of [fields[key]].flat()) {
      if (isNode(child)) yield* visitsOf({ path: visit.path, node: child, parent: visit });
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : "";
}

function memberOf(node: Node & { type: "MemberExpression" }): string {
  return `${nameOf(node.object)}.${nameOf(node.property)}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function isSource(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

function isTest(path: string): boolean {
  return /\.(test|test-d|suite|bench)\.tsx?$|\/src\/testing\//.test(path);
}

/** Text files: a known extension, a dotfile, or no extension. */
function isText(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  const isKnown = /\.([cm]?[jt]sx?|jsonc?|md|ya?ml|toml|sql|css|html|sh|txt|svg|adoc|csv|grit)$/.test(name);
  return isKnown || !name.slice(1).includes(".");
}

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function manifestsOf({ paths }: Tree): string[] {
  return paths.filter((path) => /^((packages|apps|tools)\/[^/]+|bench)\/package\.json$/.test(path));
}

function read(tree: Tree, path: string): Manifest {
  return JSON.parse(tree.text(path)) as Manifest;
}
