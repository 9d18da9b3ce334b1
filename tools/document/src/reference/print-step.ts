import type { StepResult } from "./run-step.ts";

/** One line for a step that went well; for one that failed also what it wrote, indented below. */
export function printStep({ name, done, durationMs, output }: StepResult): string {
  if (done) return `${name}: done in ${durationMs} ms`;
  const details = output === "" ? [] : output.split("\n").map((line) => `  ${line}`);
  return [`${name}: failed after ${durationMs} ms`, ...details].join("\n");
}
