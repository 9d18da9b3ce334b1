import type { Services } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { followRequests } from "./postgresql.ts";

type Store = Services["store"];

function planStores() {
  const told: string[] = [];
  const background: Promise<void>[] = [];
  const open = (name: string) => (): Store => {
    told.push(`${name} opened`);
    return {
      listHolidays: async () => [name],
      close: async () => void told.push(`${name} closed`),
    } as unknown as Store;
  };
  return { ...followRequests((work) => void background.push(work)), told, background, open };
}

test("opens one connection per request and closes it afterwards", async () => {
  const { store, during, told, background, open } = planStores();
  const ask = async () => [await store.listHolidays(), await store.listHolidays()];
  expect(await Promise.all([during(open("one"), ask), during(open("other"), ask)])).toEqual([
    [["one"], ["one"]],
    [["other"], ["other"]],
  ]);
  await Promise.all(background);
  expect(told).toEqual(["one opened", "other opened", "one closed", "other closed"]);
});

test("opens no connection for a request that does not use the store, and closes it after a failure", async () => {
  const { store, during, told, background, open } = planStores();
  expect(await during(open("idle"), async () => 1)).toBe(1);
  const failing = during(open("failing"), async () => {
    await store.listHolidays();
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  await Promise.all(background);
  expect(told).toEqual(["failing opened", "failing closed"]);
});

test("the store can be awaited, but not used outside of a request", async () => {
  const { store } = planStores();
  expect(await Promise.resolve(store)).toBe(store);
  expect(() => store.listHolidays()).toThrow("outside of a request");
});
