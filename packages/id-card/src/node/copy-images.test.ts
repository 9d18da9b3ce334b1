import sharp from "sharp";
import { expect, test } from "vitest";
import { copyImages } from "./open-photo.ts";

/** Left half red, right half blue, with the metadata of a telephone: camera, time, position. */
async function takePhoto(orientation: number): Promise<Uint8Array> {
  const half = (background: string) => ({
    create: { width: 60, height: 80, channels: 3 as const, background },
  });
  const photo = await sharp(half("red"))
    .extend({ right: 60, background: "blue" })
    .withExif({
      IFD0: { Make: "planted maker", DateTime: "2026:11:18 10:00:00" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "21/1 1/1 42/1" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted/></x:xmpmeta>')
    .withIccProfile("p3")
    .jpeg()
    .toBuffer();
  const turned = await sharp(photo).keepMetadata().withMetadata({ orientation }).jpeg().toBuffer();
  return Buffer.concat([turned, Buffer.from("planted behind the picture")]);
}

test("a copy shows the picture and has no camera, time or position", async () => {
  const photo = await takePhoto(1);
  const before = await sharp(photo).metadata();
  expect([before.exif, before.xmp, before.icc].every((each) => each !== undefined)).toBe(true);
  expect(Buffer.from(photo).includes("planted")).toBe(true);
  const { front } = await copyImages({ front: photo });
  const after = await sharp(front).metadata();
  expect([after.format, after.exif, after.xmp, after.icc, after.orientation]).toEqual([
    "jpeg",
    ...Array(4).fill(undefined),
  ]);
  for (const text of ["planted", "Exif", "xmpmeta", "GPS", "2026"])
    expect(Buffer.from(front).includes(text)).toBe(false);
  const { data } = await sharp(front).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
  expect(data[119 * 3 + 2]).toBeGreaterThan(200);
});

test("a picture with an EXIF orientation is upright in its copy", async () => {
  const { front } = await copyImages({ front: await takePhoto(6) });
  expect(await sharp(front).metadata()).toMatchObject({ width: 80, height: 120 });
});

test("every image is copied, at most 3,000 pixels a side", async () => {
  const large = await sharp({ create: { width: 4_000, height: 1_000, channels: 3, background: "gray" } })
    .png()
    .toBuffer();
  const copies = await copyImages({ front: large, back: large, portrait: await takePhoto(1) });
  expect(Object.keys(copies)).toEqual(["front", "back", "portrait"]);
  expect(await sharp(copies.back).metadata()).toMatchObject({ format: "jpeg", width: 3_000, height: 750 });
});

test("copying an image that can't be decoded fails", async () => {
  await expect(copyImages({ front: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]) })).rejects.toThrow();
});
