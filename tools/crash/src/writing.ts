import type { Services } from "@trading-oms/brokerage";

/** What a process that is going to be killed writes with. */
export type Writing = {
  readonly services: Services;
  readonly random: () => number;
  /** Prints a line, which is out before this returns. */
  readonly tell: (line: string) => void;
  /** How often something is tried; more than once only where a connection may be cut. */
  readonly triesMax: number;
};
