import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { mayTouchRuntime } from "../house/may-touch-runtime.ts";
import type { Module } from "../source/parse-module.ts";
import { type Reach, worldReached } from "../source/world-reached.ts";

const world = new Set([
  "Date.now",
  "Math.random",
  "crypto.randomUUID",
  "crypto.getRandomValues",
  "performance.now",
  "Temporal.Now",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "AbortSignal.timeout",
  "fetch",
  "console",
]);

/** Ends a body that comes too slowly, on every runtime alike; tests drive its timer. */
const timed = "apps/server/src/http/body-bytes.ts";

const roomsThatAreHanded = /^(packages\/[^/]+|apps\/server)\/src\//;

/** What is handed in can be another in a test, on another runtime, and in a year. */
export const worldIsPassedIn: Check = {
  name: "world-is-passed-in",
  rule: "Clock, randomness, timers, fetch and console are arguments everywhere but at the edge of the house.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      if (!isProduct(path) || !roomsThatAreHanded.test(path) || mayTouchRuntime(path)) continue;
      const module = tree.module(path);
      for (const { name, line } of [...worldReached(module, world), ...readsOfTheClock(module)]) {
        if (name === "setInterval" && path === timed) continue;
        yield {
          path,
          line,
          wrong: `\`${name}\` is reached for.`,
          mend: "Take it as an argument, and let the composition root hand it in.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/tell-time.ts": "export function tellTime(): number {\n  return Date.now();\n}\n",
  },
};

/** A date without arguments is the clock in disguise. */
function readsOfTheClock(module: Module): Reach[] {
  return module.visits.flatMap(({ node }) => {
    const isCalled = node.type === "NewExpression" || node.type === "CallExpression";
    if (!isCalled || node.callee.type !== "Identifier" || node.callee.name !== "Date") return [];
    if (node.type === "NewExpression" && node.arguments.length > 0) return [];
    return [{ name: "new Date()", line: module.lineAt(node.start) }];
  });
}
