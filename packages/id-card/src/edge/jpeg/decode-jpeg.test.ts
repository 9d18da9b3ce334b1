import fc from "fast-check";
import sharp, { type JpegOptions } from "sharp";
import { expect, test } from "vitest";
import type { Photo } from "../../read/image/photo.ts";
import { judgeImage } from "../../read/limits/judge-image.ts";
import { judgeEdgeImage } from "../judge-edge-image.ts";
import { decodeJpeg } from "./decode-jpeg.ts";
import { findSegment } from "./find-segment.ts";

const forms: Readonly<Record<string, JpegOptions>> = {
  "as cameras write it": { quality: 90 },
  "in several passes": { quality: 90, progressive: true },
  "with all colours": { quality: 90, chromaSubsampling: "4:4:4" },
  "in several passes with all colours": { quality: 60, progressive: true, chromaSubsampling: "4:4:4" },
  "with tables of its own": { quality: 80, optimiseCoding: true, trellisQuantisation: true },
};

/** A picture with slopes, edges and a spot of each colour, no side of which is whole blocks. */
function draw(width: number, height: number) {
  const data = new Uint8Array(width * height * 3);
  const waves = Float64Array.from({ length: width }, (_, x) => 60 * Math.sin((6 * x) / width));
  for (let y = 0; y < height; y += 1) {
    const wave = Math.cos((5 * y) / height);
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      data[at] = (255 * x) / width;
      data[at + 1] = (255 * y) / height;
      data[at + 2] = 90 + (waves[x] ?? 0) * wave;
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** What sharp makes of the same bytes, turned and at the same size; and how far that is from ours, at the mean. */
async function differenceOf(bytes: Uint8Array, photo: Photo): Promise<number> {
  const { width, height } = photo;
  // Handed on whole, so that it is not read smaller than it is, which decoders do where they are to shrink.
  const upright = await sharp(bytes)
    .autoOrient()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const data = await sharp(upright.data, { raw: upright.info })
    .removeAlpha()
    .resize(width, height, { fit: "fill" })
    .raw()
    .toBuffer();
  const spread = data.length === width * height;
  let sum = 0;
  for (let i = 0; i < photo.data.length; i += 1) {
    sum += Math.abs((photo.data[i] ?? 0) - (data[spread ? Math.floor(i / 3) : i] ?? 0));
  }
  return sum / photo.data.length;
}

test.each(Object.entries(forms))("a picture %s is what another decoder sees", async (_, options) => {
  const bytes = await draw(333, 211).jpeg(options).toBuffer();
  const photo = decodeJpeg(bytes);
  expect([photo.width, photo.height]).toEqual([333, 211]);
  expect(await differenceOf(bytes, photo)).toBeLessThan(1);
});

test("a gray picture has three equal channels", async () => {
  const bytes = await draw(100, 50).toColourspace("b-w").jpeg().toBuffer();
  const photo = decodeJpeg(bytes);
  expect(await differenceOf(bytes, photo)).toBeLessThan(1);
});

test.each([
  [4000, 3000, 2000, 1500],
  [3000, 2250, 2250, 1688],
  [2400, 1800, 2400, 1800],
  [2402, 100, 2102, 88],
  [12_000, 3_333, 1_500, 417],
])("%i by %i pixels are decoded as %i by %i", async (width, height, expectedWidth, expectedHeight) => {
  const bytes = await draw(width, height)
    .jpeg({ progressive: width < 5_000 })
    .toBuffer();
  const photo = decodeJpeg(bytes);
  expect([photo.width, photo.height]).toEqual([expectedWidth, expectedHeight]);
  expect(await differenceOf(bytes, photo)).toBeLessThan(2);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("a picture of orientation %i is set upright", async (orientation) => {
  const bytes = await draw(120, 64).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
  const photo = decodeJpeg(bytes);
  expect([photo.width, photo.height]).toEqual(orientation < 5 ? [120, 64] : [64, 120]);
  expect(await differenceOf(bytes, photo)).toBeLessThan(2);
});

test("a picture with restarts is read across them, and is damaged where one is missing", async () => {
  const gray = sharp({ create: { width: 64, height: 8, channels: 3, background: "#808080" } });
  const bytes = await gray.toColourspace("b-w").jpeg({ optimiseCoding: false, mozjpeg: false }).toBuffer();
  const scan = bytes.indexOf(Buffer.of(0xff, 0xda));
  const data = scan + 2 + bytes.readUInt16BE(scan + 2);
  const everyFour = Buffer.of(0xff, 0xdd, 0, 4, 0, 4);
  // Six bits are a block of the same gray as the one before: 00, and 1010 for nothing more.
  const fourBlocks = Buffer.of(0x28, 0xa2, 0x8a);
  const planted = (...between: number[]) =>
    Buffer.concat([
      ...[bytes.subarray(0, scan), everyFour, bytes.subarray(scan, data)],
      ...[fourBlocks, Buffer.of(...between), fourBlocks, Buffer.of(0xff, 0xd9)],
    ]);
  expect(new Set(decodeJpeg(planted(0xff, 0xd0)).data)).toEqual(new Set([128]));
  expect(() => decodeJpeg(planted())).toThrow("A restart marker is missing.");
});

test.each(["as cameras write it", "in several passes"])(
  "cut short, a picture %s is damaged",
  async (form) => {
    const bytes = await draw(333, 211).jpeg(forms[form]).toBuffer();
    const cut = bytes.subarray(0, bytes.length / 2);
    if (form === "as cameras write it") expect(() => decodeJpeg(cut)).toThrow("The scan is cut short.");
    else expect(() => decodeJpeg(cut)).toThrow();
  },
);

/** A segment of a JPEG with the length that it has. */
function segment(marker: number, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255), body]);
}

function frameOf(width: number, height: number): Buffer {
  return Buffer.from([
    ...[8, height >> 8, height & 255, width >> 8, width & 255],
    ...[3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
  ]);
}

test("a size that one reader of segments sees and another does not takes no memory", () => {
  // Whoever gives a restart a length passes over what is in it, and whoever does not finds a frame there.
  const hidden = segment(0xd0, segment(0xc0, frameOf(65_535, 65_535)));
  const bytes = Buffer.concat([Buffer.of(0xff, 0xd8), hidden, segment(0xc0, frameOf(100, 100))]);
  expect(judgeImage(bytes)).toBeUndefined();
  expect(judgeEdgeImage(bytes, true)?.says).toContain("a JPEG that states two sizes");
  expect(() => decodeJpeg(bytes)).toThrow("The picture is of no size that is read here.");
});

/** Where the first scan of a picture begins, where its data does, and where the next marker stands. */
function findScan(bytes: Buffer) {
  let at = 0;
  for (;;) {
    const found = findSegment(bytes, at);
    if (found === undefined) throw new Error("There is no scan.");
    if (found.marker === 0xda) {
      const { next: data, body } = found;
      const start = data - body.length - 4;
      const end = bytes.findIndex((byte, i) => i >= data && byte === 0xff && bytes[i + 1] !== 0);
      return { start, data, end };
    }
    at = found.next;
  }
}

test.each([
  ["whole", 1],
  ["in several passes", 6],
])("a picture %s whose scan comes again and again is not one", async (form, repeatCount) => {
  const bytes = await draw(64, 48)
    .jpeg({ progressive: form !== "whole" })
    .toBuffer();
  const { start, end } = findScan(bytes);
  const again = Array(repeatCount).fill(bytes.subarray(start, end));
  const planted = Buffer.concat([bytes.subarray(0, end), ...again, bytes.subarray(end)]);
  expect(() => decodeJpeg(planted)).toThrow("A channel is sent too often.");
});

test("a scan of more channels than there are, or of one twice, is refused", async () => {
  const bytes = await draw(64, 48).jpeg().toBuffer();
  const { start, data } = findScan(bytes);
  const many = Buffer.from([255, ...Array(255).fill([1, 0]).flat(), 0, 63, 0]);
  const twice = Buffer.from([3, 1, 0, 2, 0x11, 2, 0x11, 0, 63, 0]);
  const withScan = (header: Buffer) =>
    Buffer.concat([bytes.subarray(0, start), segment(0xda, header), bytes.subarray(data)]);
  expect(() => decodeJpeg(withScan(many))).toThrow("A scan is of too many channels.");
  expect(() => decodeJpeg(withScan(twice))).toThrow("A scan names a channel twice.");
});

/** Judges and decodes as a reader does; gives the pixels of what came of it. */
function readAsSent(bytes: Uint8Array): number {
  if ((judgeImage(bytes) ?? judgeEdgeImage(bytes, true)) !== undefined) return 0;
  try {
    const { width, height } = decodeJpeg(bytes);
    return width * height;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Error);
    return 0;
  }
}

test("no change of its bytes makes it fail otherwise than by an error, or run on", async () => {
  const made = await Promise.all(Object.values(forms).map((form) => draw(64, 48).jpeg(form).toBuffer()));
  const change = fc.tuple(fc.nat(5_000), fc.nat(255));
  let keptCount = 0;
  const before = process.cpuUsage();
  fc.assert(
    fc.property(
      fc.constantFrom(...made),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (bytes, changes) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of changes) changed[at % bytes.length] = value;
        if (readAsSent(changed) > 0) keptCount += 1;
      },
    ),
    { numRuns: 300 },
  );
  expect(keptCount).toBeGreaterThan(10);
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});

test("no segments whatever between those of a picture take more memory or time than a picture may", async () => {
  const made = await Promise.all(Object.values(forms).map((form) => draw(64, 48).jpeg(form).toBuffer()));
  const side = fc.constantFrom(0, 1, 64, 100, 12_000, 65_535);
  const frame = fc
    .tuple(fc.constantFrom(0xc0, 0xc1, 0xc2, 0xd0, 0x01, 0xd8, 0xe0), side, side)
    .map(([marker, width, height]) => segment(marker, frameOf(width, height)));
  const any = fc
    .tuple(fc.integer({ min: 1, max: 254 }), fc.uint8Array({ maxLength: 40 }))
    .map(([marker, body]) => segment(marker, body));
  const nested = fc
    .tuple(fc.constantFrom(0xd0, 0xd7, 0x01, 0xd8, 0xe1), frame)
    .map(([marker, body]) => segment(marker, body));
  const scan = fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.uint8Array({ minLength: 11, maxLength: 40 }))
    .map(([count, body]) => segment(0xda, Buffer.from([count, ...body])));
  const place = fc.constantFrom("first", "before the scan", "behind the scan");
  const before = process.cpuUsage();
  fc.assert(
    fc.property(
      fc.constantFrom(...made),
      place,
      fc.array(fc.oneof(frame, any, nested, scan), { minLength: 1, maxLength: 5 }),
      (bytes, where, segments) => {
        const { start, end } = findScan(bytes);
        const at = { first: 2, "before the scan": start, "behind the scan": end }[where] ?? 2;
        const planted = Buffer.concat([bytes.subarray(0, at), ...segments, bytes.subarray(at)]);
        expect(readAsSent(planted)).toBeLessThanOrEqual(4_500_000);
      },
    ),
    { numRuns: 400 },
  );
  expect(process.cpuUsage(before).user).toBeLessThan(15_000_000);
});
