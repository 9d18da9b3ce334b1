import type { Store, StoreErrorCode } from "@trading-oms/brokerage/ports";

/** Which call fails, from 1, and whether it has done its work by then, so that only its answer is lost. */
type CallFault = {
  readonly callNumber: number;
  readonly moment: "before" | "after";
  /** What the store says of itself; left out, nothing. */
  readonly code?: StoreErrorCode | undefined;
};

/** A store one of whose calls fails. */
type FailingStore = {
  readonly store: Store;
  /** From now on calls are counted anew, and this one fails. */
  readonly plan: (fault: CallFault) => void;
  /** The call that has failed since, if any has. */
  readonly struck: () => string | undefined;
};

/** What a driver may say, of which nothing may come out: a statement, a column, a path, an address and a password. */
export const inward: readonly string[] = [
  "SQLITE_IOERR: update position",
  "covered_vnd",
  "/var/lib/oms",
  "postgres://oms",
  "hunter2",
];

/** Puts itself before a store and fails one call of those that are made; those after it come through again. */
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
