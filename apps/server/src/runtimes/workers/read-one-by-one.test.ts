import { DecoderUnavailableError, type EdgeReader, type EdgeReading } from "@trading-oms/id-card/edge";
import { expect, test, vi } from "vitest";
import { readOneByOne } from "./read-one-by-one.ts";

const reading = { fields: { idNumber: { value: "1" } }, problems: [] } as unknown as EdgeReading;
const card = { front: new Uint8Array() };

function plan(reader: Partial<EdgeReader> = {}, onUncopied?: (thrown: unknown) => void) {
  const clock = { nowMs: 0 };
  let openedCount = 0;
  const cards = readOneByOne({
    openReader: async () => {
      openedCount += 1;
      return { read: async () => reading, canDecode: async () => true, copy: async () => card, ...reader };
    },
    waitUntil: () => {},
    now: () => clock.nowMs,
    onUncopied,
  });
  return { clock, cards, openedCount: () => openedCount };
}

test("reads no other card while images are stored, and reads the next after success or failure", async () => {
  const { cards } = plan();
  for (const end of ["resolve", "reject"] as const) {
    const keeping = Promise.withResolvers<void>();
    const held = cards.hold(() => keeping.promise).catch(() => {});
    expect(cards.checkRoom()).toEqual({ code: "cards_queue_full" });
    expect(await cards.read(card)).toEqual({ kind: "busy" });
    keeping[end]();
    await held;
    expect(cards.checkRoom()).toBeUndefined();
  }
});

test("a card that the runtime ended silently blocks others for half a minute", () => {
  const { clock, cards } = plan();
  void cards.hold(() => new Promise(() => {}));
  clock.nowMs = 29_999;
  expect(cards.checkRoom()).toBeDefined();
  clock.nowMs = 30_000;
  expect(cards.checkRoom()).toBeUndefined();
});

test("keeps the reader if the image decoder is unavailable; another failure opens a new reader", async () => {
  const failures = [new DecoderUnavailableError("planted"), new Error("planted")];
  const { cards, openedCount } = plan({ read: () => Promise.reject(failures.shift()) });
  expect(await cards.read(card)).toMatchObject({ kind: "away" });
  expect(await cards.read(card)).toMatchObject({ kind: "crashed" });
  expect(openedCount()).toBe(1);
  await cards.read(card);
  expect(openedCount()).toBe(2);
});

test("answers late after ten seconds, and starts no other card before the reading ends", async () => {
  vi.useFakeTimers();
  try {
    const reads = Promise.withResolvers<EdgeReading>();
    const { cards } = plan({ read: () => reads.promise });
    const outcome = cards.read(card);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toEqual({ kind: "late" });
    expect(await cards.read(card)).toEqual({ kind: "busy" });
    reads.resolve(reading);
    await vi.advanceTimersByTimeAsync(1);
    expect(cards.checkRoom()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test("reads a card whose copies cannot be made, and rejects a broken portrait", async () => {
  const told: unknown[] = [];
  const copy = () => Promise.reject(new Error("planted"));
  const { cards } = plan({ copy }, (thrown) => void told.push(thrown));
  expect(await cards.read(card)).toEqual({ kind: "read", reading, copies: undefined });
  expect(told).toHaveLength(1);
  const broken = plan({ canDecode: async () => false });
  expect(await broken.cards.read({ ...card, portrait: card.front })).toEqual({ kind: "portrait-broken" });
});
