import type { Printed } from "./run-in-node.ts";

/** Says where examples did not print what they are to print. */
export function comparePrinted(first: Printed, second: Printed): string[] {
  return Object.entries(second).flatMap(([name, lines]) => {
    const expected = first[name]?.join("\n") ?? "nothing";
    const found = lines.join("\n");
    return expected === found ? [] : [`${name} printed\n${found}\ninstead of\n${expected}`];
  });
}
