/** How a bench is run. */
export type BenchOptions = {
  /** Fewer rounds, judged only by what holds on a machine that others keep busy as well. */
  readonly isShort: boolean;
  /** Only this part of a bench that has parts. */
  readonly part?: string | undefined;
};
