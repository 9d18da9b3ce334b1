import type { Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { persist } from "./cluster.ts";

/** A store whose calls each fail once. */
function planStore() {
  const counts = { findOwner: 0, commit: 0 };
  const call = (name: keyof typeof counts) => async (): Promise<string> => {
    counts[name] += 1;
    if (counts[name] === 1) throw new Error("away");
    return "there";
  };
  const store = { findOwner: call("findOwner"), commit: call("commit") } as unknown as Store;
  return { store: persist(store), counts };
}

test("repeats reads until they succeed", async () => {
  const { store, counts } = planStore();
  expect(await store.findOwner("A-1")).toBe("there");
  expect(counts.findOwner).toBe(2);
});

test("does not repeat changes", async () => {
  const { store, counts } = planStore();
  await expect(store.commit({} as Parameters<Store["commit"]>[0])).rejects.toThrow("away");
  expect(counts.commit).toBe(1);
});
