import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Photo } from "../../read/image/photo.ts";
import { decodeJpeg } from "./decode-jpeg.ts";
import { encodeJpeg } from "./encode-jpeg.ts";
import { findSegment } from "./find-segment.ts";

/** Slopes, a waving spot and an edge of every colour, so that each kind of coefficient is written. */
function draw(width: number, height: number): Photo {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      data[at] = (255 * x) / width;
      data[at + 1] = (255 * y) / height;
      data[at + 2] = (x + 2 * y) % 40 < 20 ? 30 : 90 + 60 * Math.sin((6 * x) / width);
    }
  }
  return { width, height, data };
}

function differenceOf(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] as number)), 0) / one.length;
}

async function readBySharp(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(bytes, { failOn: "warning" }).removeAlpha().raw().toBuffer());
}

test.each([
  [333, 211],
  [16, 16],
  [17, 1],
  [1, 33],
])("what is written of %i by %i pixels is as near to them as what others write", async (width, height) => {
  const photo = draw(width, height);
  const bytes = encodeJpeg(photo);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width, height, space: "srgb" });
  const raw = { raw: { width, height, channels: 3 as const } };
  const theirs = await sharp(photo.data, raw).jpeg({ quality: 90 }).toBuffer();
  const differenceOfTheirs = differenceOf(await readBySharp(theirs), photo.data);
  expect(differenceOf(await readBySharp(bytes), photo.data)).toBeLessThan(differenceOfTheirs + 0.25);
  // Half a kilobyte is the tables, which others make for each picture.
  expect(bytes.length).toBeLessThan(theirs.length * 1.05 + 500);
});

/** Noise of grays or of colours, in all shades or in the brightest and the darkest alone. */
function noiseOf(
  kind: { isGray: boolean; isBare: boolean },
  sampleCount: number,
  next: () => number,
): Uint8Array {
  const data = new Uint8Array(sampleCount);
  for (let at = 0; at < sampleCount; at += 1) {
    const value = kind.isGray && at % 3 > 0 ? (data[at - 1] as number) : next();
    data[at] = kind.isBare ? (value & 1) * 255 : value;
  }
  return data;
}

test("any pixels can be written, noise and bare black and white among them, and are read as such by another", async () => {
  const side = fc.integer({ min: 1, max: 40 });
  const kind = fc.record({ isGray: fc.boolean(), isBare: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      side,
      side,
      kind,
      fc.infiniteStream(fc.nat(255)),
      async (width, height, noise, values) => {
        const data = noiseOf(noise, width * height * 3, () => values.next().value ?? 0);
        const bytes = encodeJpeg({ width, height, data });
        const ours = decodeJpeg(bytes);
        expect([ours.width, ours.height]).toEqual([width, height]);
        const theirs = await sharp(data, { raw: { width, height, channels: 3 } })
          .jpeg({ quality: 90 })
          .toBuffer();
        const differenceOfTheirs = differenceOf(await readBySharp(theirs), data);
        // Of few pixels chance rounds more to one side than to the other: of 20,000 pictures of 25 at most, one of 3 by 2 was 3.9 worse than theirs.
        const ofFew = width * height > 25 ? 0 : 12 / Math.sqrt(width * height);
        const most = noise.isGray ? differenceOfTheirs + 1 + ofFew : differenceOfTheirs * 1.25 + 6 + ofFew;
        expect(differenceOf(await readBySharp(bytes), data)).toBeLessThan(most);
      },
    ),
    { numRuns: 100 },
  );
});

test("there is nothing in it but what a picture takes, and nothing behind its end", () => {
  const bytes = encodeJpeg(draw(100, 60));
  const markers: string[] = [];
  for (let at = 0; ; ) {
    const segment = findSegment(bytes, at);
    if (segment === undefined) break;
    markers.push(segment.marker.toString(16));
    at = segment.next;
  }
  expect(markers).toEqual(["d8", "e0", "db", "db", "c0", "c4", "c4", "c4", "c4", "da", "d9"]);
  expect([...bytes.subarray(-2)]).toEqual([0xff, 0xd9]);
});

test.each([
  [0, 10],
  [65_536, 1],
])("a picture of %i by %i pixels is none that a JPEG can be", (width, height) => {
  expect(() => encodeJpeg({ width, height, data: new Uint8Array(width * height * 3) })).toThrow(
    "The picture is of no size that a JPEG can have.",
  );
});
