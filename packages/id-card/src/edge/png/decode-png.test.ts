import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { decodePng } from "./decode-png.ts";

const noise = sharp(randomBytes(67 * 31 * 3), { raw: { width: 67, height: 31, channels: 3 } });

const forms = {
  "of colours": noise.clone().png(),
  "of colours with 16 bits": noise.clone().toColourspace("rgb16").png(),
  "of grays": noise.clone().grayscale().png(),
  "of black and white": noise.clone().threshold().png({ palette: true, colours: 2 }),
  "of a palette": noise.clone().png({ palette: true, colours: 13 }),
  "with rows that are filtered": noise.clone().png({ adaptiveFiltering: true }),
  "that is half seen through": noise.clone().ensureAlpha(0.5).png(),
  "of grays that is half seen through": noise.clone().grayscale().ensureAlpha(0.5).png(),
};

test.each(Object.entries(forms))(
  "a picture %s is, pixel by pixel, what another decoder sees",
  async (_, form) => {
    const bytes = await form.toBuffer();
    const photo = decodePng(bytes);
    const onWhite = sharp(bytes).flatten({ background: "#fff" }).toColourspace("srgb");
    const png = await onWhite.png({ palette: false }).toBuffer();
    const { data, info } = await sharp(png).raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
    const farthest = photo.data.reduce((most, value, i) => {
      const seen = data[info.channels === 3 ? i : Math.floor(i / 3) * info.channels] ?? 0;
      return Math.max(most, Math.abs(value - seen));
    }, 0);
    expect([photo.width, photo.height]).toEqual([67, 31]);
    expect(farthest).toBeLessThanOrEqual(1);
  },
);

test("a large picture is shrunk by a whole factor while it is read", async () => {
  const bytes = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: "#5a4632" } })
    .png()
    .toBuffer();
  const { width, height, data } = decodePng(bytes);
  expect([width, height, ...data.subarray(0, 3)]).toEqual([2_000, 1_500, 0x5a, 0x46, 0x32]);
});

test("cut short, a picture is damaged", async () => {
  const bytes = await noise.clone().png().toBuffer();
  expect(() => decodePng(bytes.subarray(0, bytes.length / 2))).toThrow();
});

/** A PNG of grays whose pixels come in the parts given. */
function plant(width: number, height: number, parts: readonly Uint8Array[]): Buffer {
  const chunk = (name: string, body: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    ...[signature, chunk("IHDR", header)],
    ...[...parts.map((part) => chunk("IDAT", part)), chunk("IEND", new Uint8Array())],
  ]);
}

test("what follows the last row is never inflated, be it 100 MB or damaged", () => {
  const rows = deflateSync(Buffer.alloc(100_000_000));
  // A row of ten grays is there after the first 32 KiB, and what comes long after them is damaged.
  const damaged = Buffer.concat([rows.subarray(0, 1_000), Buffer.alloc(90_000, 0xff)]);
  expect(decodePng(plant(10, 1, [damaged]))).toMatchObject({ width: 10, height: 1 });
  expect(() => decodePng(plant(10, 1_000_000, [damaged]))).toThrow();
});

test("fifty thousand parts without anything in them cost next to nothing", () => {
  const parts = [...Array(50_000).fill(new Uint8Array()), deflateSync(Buffer.alloc(11))];
  const bytes = plant(10, 1, parts);
  const before = process.cpuUsage();
  expect(decodePng(bytes).data).toHaveLength(30);
  expect(process.cpuUsage(before).user).toBeLessThan(300_000);
});

test("no change of its bytes makes it fail otherwise than by an error", async () => {
  const made = await Promise.all(Object.values(forms).map((form) => form.toBuffer()));
  const change = fc.tuple(fc.integer({ min: 24, max: 3_000 }), fc.nat(255));
  fc.assert(
    fc.property(
      fc.constantFrom(...made),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (bytes, changes) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of changes) if (at < bytes.length) changed[at] = value;
        try {
          decodePng(changed);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Error);
        }
      },
    ),
    { numRuns: 200 },
  );
});
