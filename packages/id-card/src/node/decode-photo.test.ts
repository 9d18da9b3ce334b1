import sharp from "sharp";
import { expect, test } from "vitest";
import { decodePhoto } from "./open-photo.ts";

/** A picture with different channels, its left half translucent, in 8 or 16 bits a channel. */
async function draw(colourspace: "srgb" | "rgb16"): Promise<Uint8Array> {
  const [width, height] = [40, 30];
  const shades = new Uint8Array(width * height * 4).map((_, i) => {
    const x = Math.floor(i / 4) % width;
    if (i % 4 === 3) return x < width / 2 ? 128 : 255;
    return (6 * x + 50 * (i % 4)) % 256;
  });
  return sharp(shades, { raw: { width, height, channels: 4 } })
    .toColourspace(colourspace)
    .png()
    .toBuffer();
}

test("a picture of 16 bits a channel is decoded like one of 8 bits, translucent pixels on white", async () => {
  const deep = await draw("rgb16");
  expect([deep[24], deep[25]]).toEqual([16, 6]);
  const [photo, plain] = [await decodePhoto(deep), await decodePhoto(await draw("srgb"))];
  expect([photo.width, photo.height, photo.data.length]).toEqual([40, 30, 3_600]);
  const farthest = photo.data.reduce(
    (most, each, i) => Math.max(most, Math.abs(each - (plain.data[i] ?? 0))),
    0,
  );
  expect(farthest).toBeLessThanOrEqual(1);
  // The first pixel has no red and is half transparent on white.
  expect(photo.data[0]).toBeCloseTo(127, -1);
});
