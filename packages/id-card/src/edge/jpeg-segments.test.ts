import fc from "fast-check";
import { expect, test } from "vitest";
import { findOrientation, removeMetadata } from "./jpeg-segments.ts";

/** An EXIF segment whose only entry is an orientation. */
function exif(isLittle: boolean, value: number): number[] {
  const both = (number: number, size: number) => {
    const bytes = Array.from({ length: size }, (_, i) => (number >> (8 * i)) & 255);
    return isLittle ? bytes : bytes.reverse();
  };
  const order = isLittle ? [0x49, 0x49] : [0x4d, 0x4d];
  const entry = [...both(0x0112, 2), ...both(3, 2), ...both(1, 4), ...both(value, 2), 0, 0];
  const tiff = [...order, ...both(42, 2), ...both(8, 4), ...both(1, 2), ...entry];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return [0xff, 0xe1, 0, body.length + 2, ...body];
}

test.each([true, false])("the EXIF orientation is found, little-endian: %s", (isLittle) => {
  const jpeg = Uint8Array.from([0xff, 0xd8, ...exif(isLittle, 6), 0xff, 0xd9]);
  const found = findOrientation(jpeg);
  expect(found?.value).toBe(6);
  jpeg[found?.at ?? 0] = 1;
  expect(findOrientation(jpeg)?.value).toBe(1);
});

test("stuffed bytes and restart markers are kept with their scan, and EXIF between scans is removed", () => {
  const scan = [0xff, 0xda, 0, 2, 1, 0xff, 0, 2, 0xff, 0xd0, 3];
  const jpeg = [0xff, 0xd8, ...scan, ...exif(true, 6), ...scan, 0xff, 0xd9];
  const kept = removeMetadata(Uint8Array.from([...jpeg, 7, 7]));
  expect([...kept]).toEqual([0xff, 0xd8, ...scan, ...scan, 0xff, 0xd9]);
});

test("for any bytes findOrientation does not throw, and removeMetadata never returns more than it was given", () => {
  const begin = fc.constantFrom([0xff, 0xd8], [0xff, 0xd8, ...exif(true, 3)], [0xff, 0xd8, 0xff, 0xda, 0, 2]);
  const rest = fc.array(fc.oneof(fc.constantFrom(0xff, 0xe1, 0xda, 0xd9, 0), fc.nat(255)), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(begin, rest, (start, more) => {
      const bytes = Uint8Array.from([...start, ...more]);
      const found = findOrientation(bytes);
      if (found !== undefined) expect(bytes[found.at]).toBe(found.value & 255);
      try {
        expect(removeMetadata(bytes).length).toBeLessThanOrEqual(bytes.length);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(Error);
        expect(thrown).not.toBeInstanceOf(RangeError);
      }
    }),
  );
});
