import type { Store, StoreErrorCode } from "@trading-oms/brokerage/ports";

/** Which call fails, counted from 1, and whether before its work or after it, so that only its result is lost. */
type CallFault = {
  readonly callNumber: number;
  readonly moment: "before" | "after";
  /** The error code of the store; if omitted, the error has none. */
  readonly code?: StoreErrorCode | undefined;
};

/** A store with one failing call. */
type FailingStore = {
  readonly store: Store;
  /** Restarts the count and plans the failure. */
  readonly plan: (fault: CallFault) => void;
  /** The name of the call that failed, if any. */
  readonly struck: () => string | undefined;
};

/** Internals that a driver's message may contain and no answer may reveal. */
export const inward: readonly string[] = [
  "SQLITE_IOERR: update position",
  "covered_vnd",
  "/var/lib/oms",
  "postgres://oms",
  "hunter2",
];

/** Wraps a store and fails one planned call; later calls succeed. */
export function failAtCall(real: Store): FailingStore {
  let planned: CallFault | undefined;
  let count = 0;
  let struck: string | undefined;
  const call = async (name: string, work: () => unknown): Promise<unknown> => {
    count += 1;
    if (count !== planned?.callNumber) return work();
    struck = name;
    if (planned.moment === "after") await work();
    const failure = new Error(inward.join(" "));
    throw planned.code === undefined ? failure : Object.assign(failure, { code: planned.code });
  };
  const store = new Proxy(real, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...words: unknown[]) => call(String(name), () => member.apply(target, words));
    },
  });
  return {
    store,
    plan: (fault) => {
      planned = fault;
      count = 0;
      struck = undefined;
    },
    struck: () => struck,
  };
}
