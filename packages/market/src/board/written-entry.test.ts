import fc from "fast-check";
import { expect, test } from "vitest";
import { WrittenEntry } from "./written-entry.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const textOf = (entry: WrittenEntry) => new TextDecoder().decode(entry.bytes());

test("an entry says what it was given last, whatever it said before", () => {
  const heads = ["", '{"name":"Ngân hàng",', "{"].map((text) => ({ text, bytes: encode(text) }));
  const renewal = fc.record({
    head: fc.constantFrom(...heads),
    tail: fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 60 })),
  });
  fc.assert(
    fc.property(fc.array(renewal, { minLength: 1 }), (renewals) => {
      const entry = new WrittenEntry();
      for (const { head, tail } of renewals) {
        const { version } = entry;
        entry.renew(head.bytes).text(tail);
        expect(textOf(entry)).toBe(head.text + tail);
        expect(entry.version).not.toBe(version);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("an entry that is as long as before is written where it stood", () => {
  const entry = new WrittenEntry();
  const head = encode("{");
  entry.renew(head).text('"lsPrc":80000}');
  const before = entry.bytes();
  entry.renew(head).text('"lsPrc":80100}');
  expect(new TextDecoder().decode(before)).toBe('{"lsPrc":80100}');
  expect(entry.bytes().buffer).toBe(before.buffer);
});
