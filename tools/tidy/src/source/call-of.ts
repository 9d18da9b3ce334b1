import type { Node } from "oxc-parser";

/** Spells what is called, without its arguments: `test.each([1])("…")` is `test.each`. */
export function callOf(node: Node): string | undefined {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "CallExpression":
      return callOf(node.callee);
    case "TaggedTemplateExpression":
      return callOf(node.tag);
    case "MemberExpression": {
      const object = callOf(node.object);
      if (object === undefined || node.property.type !== "Identifier") return undefined;
      return `${object}.${node.property.name}`;
    }
    default:
      return undefined;
  }
}
