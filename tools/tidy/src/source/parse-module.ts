import { type Comment, type Program, parseSync } from "oxc-parser";
import { type Visit, visitsOf } from "./visits-of.ts";

/** A source file, parsed. */
export interface Module {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** Why it does not parse, if it does not. */
  readonly faults: readonly { readonly message: string; readonly line: number }[];
  /** Every node with its parents, in the order of the text. */
  readonly visits: readonly Visit[];
  lineAt(offset: number): number;
}

/** Parses a source file; one that does not parse comes back empty, with its faults. */
export function parseModule(path: string, text: string): Module {
  const parsed = parseSync(path, text);
  const lineStarts = findLineStarts(text);
  const lineAt = (offset: number): number => countUpTo(lineStarts, offset);
  let visits: readonly Visit[] | undefined;
  return {
    path,
    text,
    program: parsed.program,
    comments: parsed.comments,
    faults: parsed.errors.map((fault) => ({
      message: fault.message,
      line: lineAt(fault.labels[0]?.start ?? 0),
    })),
    get visits() {
      visits ??= visitsOf(parsed.program);
      return visits;
    },
    lineAt,
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

function countUpTo(sorted: readonly number[], offset: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
