/** Reads of requests that hang in the store: they are logged and measured, and further ones of their kind fail at once. */
import { StoreFault } from "@trading-oms/store";
import type { Registry } from "prom-client";
import type { Log } from "../../../log-and-trace.ts";
import { addGauge } from "./metrics.ts";

const lookMs = 250;

/** A read that hangs at so many looks in a row is late: 2 s. A process that has paused looks once. */
const lateLookCount = 8;

/** Writes are left out: those of one account wait for a lock on it, which is no trouble of the store. */
const readName = /^(?:read|list|find|count)/;

type Call = { readonly beganMs: number; lookCount: number };

type Kind = { readonly calls: Set<Call>; isLate: boolean };

/**
 * Wraps a store. While a method is late, one call of it at a time is let through, and the first that succeeds ends that.
 * `onLate` is called at every look as long as a call hangs.
 */
export function guardStore<Store extends object>(
  store: Store,
  {
    log,
    registry,
    monotonicMs,
    onLate,
  }: {
    readonly log: Log;
    readonly registry: Registry;
    readonly monotonicMs: () => number;
    readonly onLate: () => void;
  },
): { readonly store: Store; readonly look: () => void; readonly stop: () => void } {
  const kinds = new Map<string, Kind>();
  const timer = setInterval(look, lookMs).unref();
  addGauge(
    registry,
    "oms_store_hanging_seconds",
    "How long the oldest read of a request has waited for the store; 0 without one.",
    () => {
      const beganMs = [...kinds.values()].flatMap(({ calls }) => [...calls].map((call) => call.beganMs));
      return beganMs.length === 0 ? 0 : (monotonicMs() - Math.min(...beganMs)) / 1_000;
    },
  );
  const wrapped = new Map<string | symbol, unknown>();
  return {
    store: new Proxy(store, {
      get: (target, name) => {
        const known = wrapped.get(name);
        if (known !== undefined) return known;
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        const bound = member.bind(target);
        const given = typeof name === "string" && readName.test(name) ? guard(name, bound) : bound;
        wrapped.set(name, given);
        return given;
      },
    }),
    look,
    stop: () => clearInterval(timer),
  };

  function look(): void {
    for (const [name, kind] of kinds) {
      for (const call of kind.calls) call.lookCount += 1;
      const [oldest] = kind.calls;
      if (oldest === undefined || oldest.lookCount < lateLookCount) continue;
      if (!kind.isLate) log({ level: "warn", event: "store call hangs", notes: { call: name } });
      kind.isLate = true;
      onLate();
    }
  }

  function guard(
    name: string,
    run: (...parts: unknown[]) => Promise<unknown>,
  ): (...parts: unknown[]) => Promise<unknown> {
    const kind: Kind = { calls: new Set(), isLate: false };
    kinds.set(name, kind);
    return async (...parts) => {
      if (kind.isLate && kind.calls.size > 0) {
        throw new StoreFault("late", "An earlier call of the store hangs; nothing was done.");
      }
      const call = { beganMs: monotonicMs(), lookCount: 0 };
      kind.calls.add(call);
      try {
        const result = await run(...parts);
        if (call.lookCount < lateLookCount) kind.isLate = false;
        return result;
      } finally {
        kind.calls.delete(call);
      }
    };
  }
}
