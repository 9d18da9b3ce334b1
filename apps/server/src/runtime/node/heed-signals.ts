/**
 * Heeds SIGTERM and SIGINT. Before anybody waits for them there is nothing to lose, and the process ends at once; then
 * the first one asks, and a second one ends it at once. Left to the system, the first process of a container would not
 * be ended at all.
 */
export function heedSignals(
  source: Pick<NodeJS.Process, "on"> = process,
  exit: (code: number) => void = (code) => process.exit(code),
): { readonly untilAsked: () => Promise<void> } {
  let ask: (() => void) | undefined;
  let isAsked = false;
  const heed = (): void => {
    if (ask === undefined) exit(0);
    else if (isAsked) exit(1);
    else {
      isAsked = true;
      ask();
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) source.on(signal, heed);
  return {
    untilAsked: () =>
      new Promise((settle) => {
        ask = settle;
      }),
  };
}
