import type { QuoteRecord } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { saveInChunks } from "./save-in-chunks.ts";

const quotes = (count: number): QuoteRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    symbol: `S${index}`,
    seq: 1,
    atMs: 1_000,
    snapshot: "{}",
  }));

async function saveMany(count: number): Promise<readonly string[]> {
  const done: string[] = [];
  const save = async (records: readonly QuoteRecord[]) => {
    done.push(`saves ${records.length}`);
  };
  const rest = async (milliseconds: number) => {
    done.push(milliseconds >= 0 ? "rests" : "rests for less than nothing");
  };
  await saveInChunks(quotes(count), save, rest);
  return done;
}

test("after a chunk others may write before the next, be it full or not quite, and be it the last that is handed in", async () => {
  expect(await saveMany(1_000)).toEqual(["saves 500", "rests", "saves 500", "rests"]);
  // One symbol of a hundred may have been left out by whoever hands them in.
  expect(await saveMany(99)).toEqual(["saves 99", "rests"]);
});

test("a few quotes are no sign of more", async () => {
  expect(await saveMany(9)).toEqual(["saves 9"]);
  expect(await saveMany(0)).toEqual([]);
});

test("who waited long for the lock rests no longer than a quarter of a second", async () => {
  const rests: number[] = [];
  const save = () => new Promise<void>((settle) => setTimeout(settle, 300));
  await saveInChunks(quotes(10), save, async (milliseconds) => {
    rests.push(milliseconds);
  });
  expect(rests).toEqual([250]);
});

test("it rests for twice as long as it took to save", async () => {
  const rests: number[] = [];
  const save = () => new Promise<void>((settle) => setTimeout(settle, 30));
  await saveInChunks(quotes(10), save, async (milliseconds) => {
    rests.push(milliseconds);
  });
  // A timer may ring a millisecond early, and much later.
  expect(rests).toHaveLength(1);
  expect(rests[0]).toBeGreaterThan(57);
});
