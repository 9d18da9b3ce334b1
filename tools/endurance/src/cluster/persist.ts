import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "@trading-oms/brokerage/ports";

/** What may be asked for again, since it only reads or sets the same thing once more. */
const repeatable = /^(?:read|list|find|setMarks)/;
const patienceMs = 60_000;
const pauseMs = 50;

/** A store whose reads and prices are asked for until they succeed, for whoever works beside outages. */
export function persist(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const call = (...words: unknown[]): unknown => Reflect.apply(member, target, words);
      return repeatable.test(String(name)) ? (...words: unknown[]) => repeat(() => call(...words)) : call;
    },
  });
}

async function repeat(call: () => unknown): Promise<unknown> {
  for (const began = performance.now(); ; await wait(pauseMs)) {
    try {
      return await call();
    } catch (failure) {
      if (performance.now() - began > patienceMs) throw failure;
    }
  }
}
