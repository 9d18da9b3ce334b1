/** What is done about SIGTERM and SIGINT. */
export type HeededSignals = {
  /** From now on somebody may be answered, so that the first signal waits until there is somebody to stop it in peace. */
  readonly hold: () => void;
  readonly untilAsked: () => Promise<void>;
};

/**
 * Heeds SIGTERM and SIGINT. Before callers are let in there is nothing to lose, and the process ends at once; then the
 * first one asks, and a second one ends it at once. Left to the system, the first process of a container would not be
 * ended at all.
 */
export function heedSignals(
  source: Pick<NodeJS.Process, "on"> = process,
  exit: (code: number) => void = (code) => process.exit(code),
): HeededSignals {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  let isHeld = false;
  let isAsked = false;
  const hold = (): void => {
    isHeld = true;
  };
  const heed = (): void => {
    if (!isHeld) exit(0);
    else if (isAsked) exit(1);
    else {
      isAsked = true;
      ask();
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) source.on(signal, heed);
  return {
    hold,
    untilAsked: () => {
      hold();
      return asked;
    },
  };
}
