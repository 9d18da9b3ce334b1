import { expect, test } from "vitest";
import { type BodyBounds, readBodyBytes, usualPace, windowBytesMinOf } from "./body-bytes.ts";
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
  expect(await read(chunks(2_000, 1))).toEqual({ failure: { code: "chunks-too-small" } });
});

test("rejects a stalled body after the first window and releases its memory", async () => {
  const memory = makeMemoryBudget({ bytesMax: 1_000 }, () => 0)();
  const pace = { windowMs: 50, windowBytesMin: 100, bodyMsMax: 60_000 };
  expect(await read(chunks(1, 900), { pace, memory }, "stalls")).toEqual({ failure: { code: "body-late" } });
  memory.release();
  expect(memory.take(1_000)).toBe(true);
});

test.each([
  ["a card of 80 kB", 80_000, 10_000, 81_920],
  ["a card of 1.8 MB", 1_800_000, 10_000, 300_000],
  ["the largest body, even if little of it is left", 33_000_000, 32_500_000, 5_500_000],
  ["a body of unknown length", 0, 32_400_000, 5_400_000],
])("asks of %s in ten seconds what lets it arrive within a minute", (_what, declared, arrived, bytesMin) => {
  expect(windowBytesMinOf(usualPace, declared, arrived)).toBe(bytesMin);
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
    failure: { code: "body-late" },
  });
});

test("rejects a body whose memory another sender needs", async () => {
  const reserve = makeMemoryBudget({ bytesMax: 1_000 }, () => 0);
  const reading = read(chunks(1, 900), { memory: reserve("a") }, "stalls");
  await new Promise((settle) => setTimeout(settle, 10));
  expect(reserve("b").take(200)).toBe(true);
  expect(await reading).toEqual({ failure: { code: "cards-queue-full" } });
});
