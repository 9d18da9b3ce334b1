import { deflateSync, constants as zlib } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inflate } from "./inflate.ts";

function inflateAll(...parts: Uint8Array[]): Buffer {
  const chunks: Uint8Array[] = [];
  inflate(parts, (chunk) => {
    chunks.push(chunk.slice());
    return true;
  });
  return Buffer.concat(chunks);
}

/** Bytes that repeat themselves here and there, near and far. */
const contents = fc
  .array(
    fc.tuple(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(900)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts.map(([bytes, count]) => Buffer.concat(Array(count).fill(bytes)))));

test("what was deflated in any way, and parted anywhere, comes back byte by byte", () => {
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(0, 1, 6, 9),
      fc.constantFrom(zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE),
      fc.nat(5_000),
      (bytes, level, strategy, cut) => {
        const deflated = deflateSync(bytes, { level, strategy });
        const empty = new Uint8Array();
        const back = inflateAll(empty, deflated.subarray(0, cut), empty, deflated.subarray(cut));
        expect(back.equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test("of 200 MB in 194 kB no more than 32 KiB are made before they are handed on, and none that nobody wants", () => {
  const bomb = deflateSync(Buffer.alloc(200_000_000));
  expect(bomb.length).toBeLessThan(200_000);
  let most = 0;
  let sum = 0;
  inflate([bomb], (chunk) => {
    most = Math.max(most, chunk.length);
    sum += chunk.length;
    return sum < 1_000_000;
  });
  expect(most).toBeLessThanOrEqual(32_768);
  expect(sum).toBeLessThan(1_000_000 + 32_768);
});

test("what is cut short, or of codes that can't be told apart, is damaged", () => {
  const deflated = deflateSync(Buffer.from("a card, a card, a card"));
  for (let length = 0; length < deflated.length - 4; length += 1)
    expect(() => inflateAll(deflated.subarray(0, length))).toThrow();
  expect(() => inflateAll(Uint8Array.of(0x78, 0x9c, 0x07))).toThrow("A block is of no kind.");
  expect(() => inflateAll(Uint8Array.of(0x79, 0x9c, 0x03))).toThrow("This was not deflated.");
  expect(() => inflateAll(new Uint8Array())).toThrow("The stream is cut short.");
  // Fixed codes, and 3 bytes of 1 before when there is nothing before.
  expect(() => inflateAll(Uint8Array.of(0x78, 0x9c, 0x03, 0x02, 0x00, 0x00))).toThrow();
});

test("no bytes whatever make it fail otherwise than by an error, or run on", () => {
  const before = process.cpuUsage();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      try {
        inflateAll(Uint8Array.of(0x78, 0x9c, ...bytes));
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 500 },
  );
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
