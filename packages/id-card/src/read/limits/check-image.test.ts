import fc from "fast-check";
import { expect, test } from "vitest";
import { checkImage } from "./check-image.ts";

function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}

function jpeg(width: number, height: number): Uint8Array {
  const segment = [0xff, 0xe1, 0, 4, 1, 2];
  const frame = [0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0, 0];
  return Uint8Array.from([0xff, 0xd8, ...segment, ...frame]);
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text.padEnd(40, "\0"), (letter) => letter.charCodeAt(0));
}

test("images within the limits pass", () => {
  expect(checkImage(png(1600, 1200))).toBeUndefined();
  expect(checkImage(jpeg(4000, 3000))).toBeUndefined();
  expect(checkImage(bytesOf("RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\x3f\x06\0\xaf\x04\0"))).toBeUndefined();
});

test("12,000 pixels a side are allowed, and 12,001 are not", () => {
  expect(checkImage(png(12_000, 3_333))).toBeUndefined();
  expect(checkImage(png(12_001, 10))?.code).toBe("too_long_a_side");
  expect(checkImage(jpeg(65_535, 65_535))?.code).toBe("too_long_a_side");
});

test("40,000,000 pixels are allowed, and a row more is not", () => {
  expect(checkImage(png(8_000, 5_000))).toBeUndefined();
  expect(checkImage(png(8_000, 5_001))?.code).toBe("too_many_pixels");
});

test("8,000,000 bytes are allowed, and one more is not", () => {
  const bytes = new Uint8Array(8_000_001);
  bytes.set(png(100, 100));
  expect(checkImage(bytes)?.code).toBe("too_many_bytes");
  expect(checkImage(bytes.subarray(1))?.code).toBe("not_an_image");
  expect(checkImage(bytes.subarray(0, 8_000_000))).toBeUndefined();
});

test("the message names an unsupported format", () => {
  expect(checkImage(bytesOf("\0\0\0\x18ftypheic"))?.message).toContain("HEIC");
  expect(checkImage(bytesOf("GIF89a"))?.message).toContain("GIF");
  expect(checkImage(bytesOf("%PDF-1.7"))?.message).toContain("PDF");
  expect(checkImage(bytesOf("<svg xmlns="))?.message).toContain("SVG");
  expect(checkImage(bytesOf("<?xml version="))?.code).toBe("format_not_supported");
});

test("empty, very short and truncated files are no images", () => {
  expect(checkImage(new Uint8Array())?.code).toBe("not_an_image");
  expect(checkImage(png(10, 10).subarray(0, 20))?.code).toBe("not_an_image");
  expect(checkImage(jpeg(10, 10).subarray(0, 12))?.code).toBe("not_an_image");
  expect(checkImage(png(0, 10))?.code).toBe("not_an_image");
});

test("for any bytes checkImage returns and does not throw", () => {
  const starts = fc.constantFrom(
    [0xff, 0xd8, 0xff],
    [...png(5, 5).subarray(0, 16)],
    [...bytesOf("RIFF\0\0\0\0WEBPVP8 ")],
  );
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      checkImage(Uint8Array.from([...start, ...rest]));
    }),
  );
});
