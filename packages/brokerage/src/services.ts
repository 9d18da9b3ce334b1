import type { Store } from "./ports/index.ts";

/** What every use case is handed: where things are kept, what time it is, and names that nobody else has. */
export type Services = {
  readonly store: Store;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly makeId: () => string;
};
