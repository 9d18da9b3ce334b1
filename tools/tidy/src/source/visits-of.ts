import { type Node, type Program, visitorKeys } from "oxc-parser";

/** A node and the way that leads to it. */
export interface Visit {
  readonly node: Node;
  readonly parent: Visit | undefined;
}

/** Lists every node below a program, parents before children. */
export function visitsOf(program: Program): Visit[] {
  const visits: Visit[] = [];
  visit(program, undefined, visits);
  return visits;
}

/** Lists what encloses a visit, the nearest first. */
export function* enclosing(inner: Visit): Generator<Node> {
  for (let outer = inner.parent; outer !== undefined; outer = outer.parent) yield outer.node;
}

function visit(node: Node, parent: Visit | undefined, visits: Visit[]): void {
  const here: Visit = { node, parent };
  visits.push(here);
  const fields = node as unknown as Record<string, unknown>;
  for (const key of visitorKeys[node.type] ?? []) {
    const child = fields[key];
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each, here, visits);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
