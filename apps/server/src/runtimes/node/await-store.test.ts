import { StoreFault } from "@trading-oms/store";
import { expect, test } from "vitest";
import type { LogEntry } from "../../log-and-trace.ts";
import { awaitStore } from "./await-store.ts";

/** A store whose opening fails with these faults first. */
function plan(...faults: readonly Error[]) {
  const remaining = [...faults];
  const events: string[] = [];
  const logged: LogEntry[] = [];
  const waiting = awaitStore(
    async () => {
      const fault = remaining.shift();
      events.push(fault === undefined ? "opened" : "failed");
      if (fault !== undefined) throw fault;
      return "store";
    },
    {
      log: (entry) => void logged.push(entry),
      listenMeanwhile: async () => {
        events.push("listening");
        return { close: async () => void events.push("closed") };
      },
    },
    1,
  );
  return { waiting, events, logged };
}

const unreachable = (): StoreFault => new StoreFault("unreachable", "PostgreSQL can't be used.");

test("a store that opens at once is not waited for", async () => {
  const { waiting, events } = plan();
  const { endWaiting } = await waiting;
  await endWaiting();
  expect(events).toEqual(["opened"]);
});

test("an unreachable store is tried until it opens; the server listens once, and logs once", async () => {
  const { waiting, events, logged } = plan(unreachable(), unreachable());
  const { opened, endWaiting } = await waiting;
  expect({ opened, events }).toEqual({
    opened: "store",
    events: ["failed", "listening", "failed", "opened"],
  });
  await endWaiting();
  expect(events.at(-1)).toBe("closed");
  expect(logged).toMatchObject([{ level: "error", notes: { why: "PostgreSQL can't be used." } }]);
});

test("any other fault ends the start, also after waiting", async () => {
  const newer = new StoreFault("newer_version", "The database has schema 999.");
  await expect(plan(newer).waiting).rejects.toBe(newer);
  const { waiting, events } = plan(unreachable(), newer);
  await expect(waiting).rejects.toBe(newer);
  expect(events).toEqual(["failed", "listening", "failed", "closed"]);
});

test("a table that is held by another is waited for, as a store that does not answer", async () => {
  const busy = plan(new StoreFault("busy", "A table is locked."));
  await (await busy.waiting).endWaiting();
  expect(busy.events).toEqual(["failed", "listening", "opened", "closed"]);
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  const listenMeanwhile = async () => {
    events.push("listening");
    resolve("store");
    return { close: async () => void events.push("closed") };
  };
  const waiting = awaitStore(() => promise, { log: () => {}, listenMeanwhile }, 1);
  expect((await waiting).opened).toBe("store");
  await (await waiting).endWaiting();
  expect(events).toEqual(["listening", "closed"]);
});
