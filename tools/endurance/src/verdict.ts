/** How a check went: its figures in a line, and what was not as it has to be. */
export type Verdict = { readonly line: string; readonly faults: readonly string[] };
