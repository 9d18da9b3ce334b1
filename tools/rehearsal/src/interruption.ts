/** Ends whatever runs when somebody ends the rehearsal, so that it can clean up behind itself. */
export const interruption = new AbortController();

/** Has the signals that ask a process to end abort what is under way, instead of ending the process at once. */
export function heedSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => interruption.abort(new Error(`Ended by ${signal}.`)));
  }
}
