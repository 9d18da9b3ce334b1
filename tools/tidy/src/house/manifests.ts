import type { Tree } from "../tree.ts";

/** What a package.json may say that a check looks at; it may say it wrongly. */
export interface Fields {
  readonly name?: unknown;
  readonly private?: unknown;
  readonly description?: unknown;
  readonly license?: unknown;
  readonly type?: unknown;
  readonly exports?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly files?: unknown;
  readonly sideEffects?: unknown;
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly optionalDependencies?: object;
}

/** A workspace package as its package.json tells it. */
export interface Manifest {
  readonly path: string;
  readonly folder: string;
  readonly fields: Fields;
  /** Whether it is meant for the registry. */
  readonly isPublished: boolean;
}

/** Lists the workspace packages. */
export function manifests(tree: Tree): Manifest[] {
  return tree.paths
    .filter((path) => /^((packages|apps|tools)\/[^/]+|bench)\/package\.json$/.test(path))
    .map((path) => readManifest(tree, path));
}

/** Reads one package.json; one that is no JSON has no fields, and the formatter says so. */
export function readManifest(tree: Tree, path: string): Manifest {
  const fields = parse(tree.text(path));
  const isPublished = path.startsWith("packages/") && fields.private !== true;
  return { path, folder: path.slice(0, -"/package.json".length), fields, isPublished };
}

function parse(text: string): Fields {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === "object" && fields !== null ? fields : {};
  } catch {
    return {};
  }
}
