import { expect, test } from "vitest";
import { type BodyBounds, createPaceCheck, readBodyBytes, usualPace } from "./body-bytes.ts";
import { makeMemoryBudget } from "./memory-budget.ts";

/** Reads a body of unknown length that arrives in this many chunks and then stalls or ends. */
function read(
  chunks: readonly Uint8Array[],
  bounds: Partial<BodyBounds> = {},
  end: "ends" | "stalls" = "ends",
) {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = chunks[at++];
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (end === "ends") controller.close();
      else return new Promise<void>(() => {});
      return undefined;
    },
  });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://h/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
  return readBodyBytes(request, { sizeBytesMax: 1_000_000, ...bounds });
}

function chunks(count: number, length: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => new Uint8Array(length).fill(index % 251));
}

test("joins any number of chunks", async () => {
  const sent = chunks(3_000, 130);
  expect(await read(sent)).toEqual({ bytes: Uint8Array.from(sent.flatMap((chunk) => [...chunk])) });
  expect(await read([])).toEqual({ bytes: new Uint8Array() });
});

test("accepts a thousand small chunks and rejects two thousand", async () => {
  expect(await read(chunks(1_000, 1))).toHaveProperty("bytes");
  expect(await read(chunks(2_000, 1))).toEqual({ failure: { code: "chunks_too_small" } });
});

test("rejects a stalled body after the first window and releases its memory", async () => {
  const memory = makeMemoryBudget({ bytesMax: 1_000 }, () => 0)();
  const pace = { windowMs: 50, windowBytesMin: 100, bodyMsMax: 60_000 };
  expect(await read(chunks(1, 900), { pace, memory }, "stalls")).toEqual({
    failure: { code: "body_timeout" },
  });
  memory.release();
  expect(memory.take(1_000)).toBe(true);
});

/** Bytes that arrive in each ten seconds; the last window is the one that is too slow, if any is. */
test.each([
  ["a card of 80 kB at 8 KiB/s", 80_000, [0, 79_999], true],
  ["a card of 1.8 MB at its share", 1_800_000, [0, 300_000, 300_000], false],
  ["a card of 1.8 MB below its share", 1_800_000, [0, 299_999], true],
  ["6 MB of which the rest arrives in time", 6_000_000, [2_750_000, 2_750_000, 125_000, 125_000], false],
  ["6 MB of which the rest would not", 6_000_000, [2_750_000, 2_750_000, 124_999], true],
  ["33 MB of which little is left", 33_000_000, [32_500_000, 100_000], false],
  ["33 MB whose rest trickles", 33_000_000, [32_500_000, 90_000], true],
  ["a body that is late already", 6_000_000, [0, ...Array<number>(5).fill(1_000_000), 999_999], true],
  ["a body of unknown length", Number.NaN, [32_400_000, 6_600_000], false],
  ["a body of unknown length that trickles", Number.NaN, [32_400_000, 6_400_000], true],
])("%s: checked by what lets it arrive within a minute", (_what, declaredBytes, windows, isTooSlow) => {
  const isSlow = createPaceCheck(usualPace, declaredBytes);
  let arrivedBytes = 0;
  const checks = windows.map((bytes) => {
    arrivedBytes += bytes;
    return isSlow(arrivedBytes);
  });
  expect(checks).toEqual([...Array<boolean>(windows.length - 1).fill(false), isTooSlow]);
});

test("rejects a body that would not arrive in time, though it never stalls", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((settle) => setTimeout(settle, 5));
      controller.enqueue(new Uint8Array(500));
    },
  });
  const headers = { "content-type": "application/json", "content-length": "900000" };
  const request = new Request("http://h/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
  const memory = makeMemoryBudget({ bytesMax: 1_000_000 }, () => 0)();
  const pace = { windowMs: 50, windowBytesMin: 100, bodyMsMax: 300 };
  expect(await readBodyBytes(request, { sizeBytesMax: 1_000_000, memory, pace })).toEqual({
    failure: { code: "body_timeout" },
  });
});

test("rejects a body whose memory another sender needs", async () => {
  const reserve = makeMemoryBudget({ bytesMax: 1_000 }, () => 0);
  const reading = read(chunks(1, 900), { memory: reserve("a") }, "stalls");
  await new Promise((settle) => setTimeout(settle, 10));
  expect(reserve("b").take(200)).toBe(true);
  expect(await reading).toEqual({ failure: { code: "cards_queue_full" } });
});
