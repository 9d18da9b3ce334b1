import { expect, test } from "vitest";
import { type BodyBounds, makeMemoryBudget, readBodyBytes } from "./body-bytes.ts";

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
  const memory = makeMemoryBudget(1_000)();
  const pace = { windowMs: 50, windowBytesMin: 100 };
  expect(await read(chunks(1, 900), { pace, memory }, "stalls")).toEqual({ failure: { code: "body-late" } });
  memory.release();
  expect(memory.take(1_000)).toBe(true);
});

test("limits one sender to its share of the memory; others get the rest", () => {
  const reserve = makeMemoryBudget(100, 40);
  const [first, second, other] = [reserve("192.0.2.1"), reserve("192.0.2.1"), reserve("192.0.2.2")];
  expect([first.take(30), second.take(20), second.take(10), other.take(40)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  first.release();
  expect([
    second.take(30),
    second.take(1),
    reserve("192.0.2.3").take(20),
    reserve("192.0.2.4").take(1),
  ]).toEqual([true, false, true, false]);
});
