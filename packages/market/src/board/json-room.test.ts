import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonRoom } from "./json-room.ts";
import { renderDecimal } from "./render-decimal.ts";

const runs = { numRuns: 2_000 };

const edges = [
  0,
  1,
  9,
  10,
  999_999_999,
  1_000_000_000,
  1_000_000_001,
  2_147_483_648,
  1_795_402_810_000,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1e21,
  -0,
  0.5,
];
const anyNumber = fc.oneof(
  fc.constantFrom(...edges, ...edges.map((edge) => -edge)),
  fc.maxSafeInteger(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anyThousandths = fc.oneof(
  fc.constantFrom(...edges.filter(Number.isInteger).flatMap((edge) => [BigInt(edge), -BigInt(edge)])),
  fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
  fc.bigInt({ min: -20_000n, max: 20_000n }),
);
const anyText = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 60 }));

/** A room of one byte has to grow under whatever is written first. */
const written = (write: (room: JsonRoom) => void, expectedBytes = 1): string => {
  const room = new JsonRoom(expectedBytes);
  write(room);
  return room.toText();
};

test("a number is written as the language writes it", () => {
  fc.assert(
    fc.property(anyNumber, (value) => {
      expect(written((room) => room.number(value))).toBe(`${value}`);
    }),
    runs,
  );
});

test("thousandths are the exact decimal number, below 0 and beyond what a number holds too", () => {
  expect(written((room) => room.decimal(-1n))).toBe("-0.001");
  expect(written((room) => room.decimal(1_469_900n))).toBe("1469.9");
  expect(written((room) => room.decimal(12_010n))).toBe("12.01");
  fc.assert(
    fc.property(anyThousandths, (value) => {
      expect(written((room) => room.decimal(value))).toBe(renderDecimal(value));
      expect(written((room) => room.exact(value))).toBe(`${value}`);
    }),
    runs,
  );
});

test("what is written stands behind what was written before, in whatever room there was", () => {
  const part = fc.oneof(
    anyText.map((value) => ({ value, write: (room: JsonRoom) => room.text(value) })),
    fc
      .maxSafeInteger()
      .map((value) => ({ value: `${value}`, write: (room: JsonRoom) => room.number(value) })),
    anyThousandths.map((value) => ({
      value: renderDecimal(value),
      write: (room: JsonRoom) => room.decimal(value),
    })),
    anyThousandths.map((value) => ({ value: `${value}`, write: (room: JsonRoom) => room.exact(value) })),
    anyText.map((value) => ({
      value,
      write: (room: JsonRoom) => room.bytes(new TextEncoder().encode(value)),
    })),
  );
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: 0, max: 100 }), (parts, expectedBytes) => {
      const text = written((room) => {
        for (const { write } of parts) write(room);
      }, expectedBytes);
      expect(text).toBe(
        parts.map(({ value }) => new TextDecoder().decode(new TextEncoder().encode(value))).join(""),
      );
    }),
    runs,
  );
});

test("begun anew, it keeps what stands up to that place and nothing behind it", () => {
  const room = new JsonRoom(1);
  room.text("Ngân hàng, ").text("and more than that");
  const { length } = new TextEncoder().encode("Ngân hàng, ");
  expect(room.begin(length).number(7).toText()).toBe("Ngân hàng, 7");
  expect(room.begin().text("x").toText()).toBe("x");
});

test("half a character, which UTF-8 has no bytes for, is written as the sign that something was lost", () => {
  expect(written((room) => room.text("FPT\ud83d").number(7))).toBe("FPT\ufffd7");
});
