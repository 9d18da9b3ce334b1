import type { QuoteRecord } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { saveInChunks } from "./save-in-chunks.ts";

const quotes = (count: number): QuoteRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    symbol: `S${index}`,
    seq: 1,
    atMs: 1_000,
    day: "{}",
    snapshot: "{}",
  }));

async function saveMany(count: number): Promise<readonly string[]> {
  const done: string[] = [];
  const save = async (records: readonly QuoteRecord[]) => {
    done.push(`saves ${records.length}`);
  };
  const pause = async (milliseconds: number) => {
    done.push(milliseconds >= 0 ? "pauses" : "pauses for a negative time");
  };
  await saveInChunks(quotes(count), save, pause);
  return done;
}

test("pauses after each chunk, also after a smaller one and after the last", async () => {
  expect(await saveMany(1_000)).toEqual(["saves 500", "pauses", "saves 500", "pauses"]);
  // The caller saves up to 100 at a time and may have skipped a symbol.
  expect(await saveMany(99)).toEqual(["saves 99", "pauses"]);
});

test("does not pause after fewer than ten quotes", async () => {
  expect(await saveMany(9)).toEqual(["saves 9"]);
  expect(await saveMany(0)).toEqual([]);
});

test("pauses at most a quarter of a second after waiting long for the lock", async () => {
  const pauses: number[] = [];
  const save = () => new Promise<void>((settle) => setTimeout(settle, 300));
  await saveInChunks(quotes(10), save, async (milliseconds) => {
    pauses.push(milliseconds);
  });
  expect(pauses).toEqual([250]);
});

test("pauses for twice the time of the save", async () => {
  const pauses: number[] = [];
  const save = () => new Promise<void>((settle) => setTimeout(settle, 30));
  await saveInChunks(quotes(10), save, async (milliseconds) => {
    pauses.push(milliseconds);
  });
  // A timer may fire a millisecond early, or much later.
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThan(57);
});
