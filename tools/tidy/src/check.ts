import type { Tree } from "./tree.ts";

/** One place where a rule is broken. Both texts are full sentences. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly wrong: string;
  readonly mend: string;
}

/** One rule that a machine can tell. */
export interface Check {
  /** The name of the check's file, and what a finding is signed with. */
  readonly name: string;
  /** What holds while nothing is found, and what it is good for. */
  readonly rule: string;
  /** Folders without which the rule has nothing to say. It waits, visibly, for those that do not exist yet. */
  readonly rooms: readonly string[];
  /** New files, path to text, that break the rule exactly once. */
  readonly breach: Readonly<Record<string, string>>;
  /** Looks at nothing but the tree, so that a literal tree is enough to test it. */
  find(tree: Tree): Iterable<Finding>;
}
