import type { ImageStore } from "@trading-oms/brokerage/ports";
import { makeImageKey } from "@trading-oms/images";
import { expect, test } from "vitest";
import type { ReadCard } from "../../services.ts";
import { storeImages } from "./kept-images.ts";

const card: ReadCard = {
  kind: "read",
  reading: { fields: {}, missing: [], problems: [] } as unknown as ReadCard["reading"],
  copies: { front: Uint8Array.of(1), back: Uint8Array.of(2) },
};

async function plan(put: ImageStore["put"]) {
  const key = await makeImageKey(() => 0);
  const removed: string[] = [];
  const awaited: Promise<unknown>[] = [];
  const keep = storeImages(
    {
      store: {
        put,
        get: async () => undefined,
        remove: async (name) => void removed.push(name.slice(-5)),
        list: async function* () {},
      },
      keys: async () => [key],
      keptMs: 1_000,
      linkMs: 1_000,
      origin: "https://images.test",
      purpose: "p",
      consent: "c",
    },
    { now: () => 0, log: () => {}, waitUntil: (work) => void awaited.push(work) },
  );
  return { keep, removed, awaited };
}

test("an unavailable bucket leaves no partial card, and the isolate is kept alive for the cleanup", async () => {
  const { keep, removed, awaited } = await plan(async (name) => {
    if (name.endsWith("back")) throw new Error("away");
  });
  await expect(keep(card, "r")).rejects.toThrow("away");
  await Promise.all(awaited);
  expect(removed).toEqual(["front", "-back", "trait"]);
});

test("stores images completely even if the client disconnects", async () => {
  const { keep, awaited } = await plan(async () => {});
  void keep(card, "r");
  expect(awaited).toHaveLength(1);
  await awaited[0];
});

test("stores nothing for a card without copies", async () => {
  const { keep } = await plan(() => Promise.reject(new Error("something was put")));
  expect(await keep({ ...card, copies: undefined }, "r")).toEqual({});
});
