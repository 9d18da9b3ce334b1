/** The calls of the store, who sees them, and who changes them. */
import type { Rota, Store } from "@trading-oms/brokerage/ports";
import type { MemoryContent } from "@trading-oms/store/memory";
import type { ServerProcess } from "./process.ts";
import type { World } from "./world.ts";

/** A call of a process. The label names the request or the task that makes it. */
export type Call = {
  readonly process: ServerProcess;
  readonly label: string;
  readonly method: keyof Store;
  readonly args: readonly unknown[];
};

/** Sees each call when the store carries it out. */
export type StoreObserver = {
  readonly before: (call: Call) => void;
  readonly after: (call: Call, answer: unknown) => void;
  /** Sees leases that the world has changed itself. */
  readonly noteRota: (rota: Rota) => void;
};

/** How a call is carried out. */
export type Performance = {
  /** Carries a call out on the store, with these arguments. */
  readonly run: (...args: readonly unknown[]) => Promise<unknown>;
  readonly content: MemoryContent;
  readonly world: World;
  /** What `request` returned when the process made the call. */
  readonly requested: unknown;
};

/** A fault that is planted around the store or the clients, never in the product. */
export type Plant = {
  readonly about: string;
  /** Sees a call when it is made. */
  readonly request?: (call: Call, content: MemoryContent) => unknown;
  /** Carries a call out; undefined for calls that stay as they are. */
  readonly perform?: (call: Call, performance: Performance) => Promise<unknown> | undefined;
  /** Clients take a lost answer for a failure, and order anew. */
  readonly isLostAnswerFailure?: boolean;
  /** Streams go on after the row that would be next. */
  readonly isStreamLate?: boolean;
};
