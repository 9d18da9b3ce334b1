import { expect, test } from "vitest";
import { readOneByOne } from "./read-one-by-one.ts";

function plan() {
  const clock = { nowMs: 0 };
  const cards = readOneByOne({
    modules: { zxing: {}, jpeg: {} },
    decoder: { input: () => Promise.reject(new Error("nothing is decoded here")) as never },
    waitUntil: () => {},
    now: () => clock.nowMs,
  });
  return { clock, cards };
}

test("While images of a card are kept no other is read, and one is as soon as they are or can't be", async () => {
  const { cards } = plan();
  for (const end of ["resolve", "reject"] as const) {
    const keeping = Promise.withResolvers<void>();
    const held = cards.hold(() => keeping.promise).catch(() => {});
    expect(cards.judgeRoom()).toEqual({ code: "cards-queue-full" });
    expect(await cards.read({ front: new Uint8Array() })).toEqual({ kind: "busy" });
    keeping[end]();
    await held;
    expect(cards.judgeRoom()).toBeUndefined();
  }
});

test("A card that the runtime has ended without a word keeps others waiting for half a minute, and no longer", () => {
  const { clock, cards } = plan();
  void cards.hold(() => new Promise(() => {}));
  clock.nowMs = 29_999;
  expect(cards.judgeRoom()).toBeDefined();
  clock.nowMs = 30_000;
  expect(cards.judgeRoom()).toBeUndefined();
});
