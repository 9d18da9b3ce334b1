import sharp from "sharp";
import { expect, test } from "vitest";
import { bindSharp } from "../testing/bind-sharp.ts";
import { DecoderUnavailableError, type ImagesBinding, shrinkByPlatform } from "./shrink-by-platform.ts";

/** A binding that returns these bytes for every image, or fails. */
function bind(answer: () => Promise<Uint8Array>): ImagesBinding {
  const transformer: ReturnType<ImagesBinding["input"]> = {
    transform: () => transformer,
    output: async () => {
      const bytes = Uint8Array.from(await answer());
      return { response: () => new Response(bytes) };
    },
  };
  return { input: () => transformer };
}

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#888" } })
    .extend({ top: 10, background: "#fff" })
    .jpeg();

test.each([
  [3, [120, 90], "bottom"],
  [6, [90, 120], "right"],
  [8, [90, 120], "left"],
] as const)("a photograph of orientation %i is rotated once, to %j", async (orientation, size, edge) => {
  const turned = await photo(120, 80).withMetadata({ orientation }).toBuffer();
  const before = turned.slice();
  const shrunk = await shrinkByPlatform(bindSharp())(turned);
  const { data, info } = await sharp(shrunk).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual(size);
  const [width, height] = size;
  const spots = { bottom: [60, height - 3], right: [width - 3, 60], left: [3, 60] } as const;
  const [x, y] = spots[edge];
  expect(data[y * width + x]).toBeGreaterThan(240);
  expect((await sharp(shrunk).metadata()).exif).toBeUndefined();
  expect(turned).toEqual(before);
});

test.each([{ progressive: true }, { progressive: false }, { mozjpeg: true }])(
  "metadata that the platform leaves in a JPEG of %j is removed",
  async (form) => {
    const drawn = sharp(await photo(800, 600).toBuffer()).jpeg(form);
    const plain = await drawn.clone().toBuffer();
    const marked = await drawn
      .withExif({ IFD0: { Copyright: "planted owner" }, IFD3: { GPSLatitudeRef: "N" } })
      .withXmp("<planted/>")
      .toBuffer();
    expect(marked.includes("planted")).toBe(true);
    const sent = Buffer.concat([marked, Buffer.from("planted behind the picture")]);
    const shrunk = Buffer.from((await shrinkByPlatform(bind(async () => sent))(sent)) ?? []);
    expect(shrunk.includes("planted")).toBe(false);
    const { exif, xmp, icc } = await sharp(shrunk).metadata();
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    expect(await sharp(shrunk).raw().toBuffer()).toEqual(await sharp(plain).raw().toBuffer());
  },
);

test("an image is damaged if the platform decodes another one; otherwise the decoder is unavailable", async () => {
  const half = (await photo(800, 600).toBuffer()).subarray(0, 700);
  expect(await shrinkByPlatform(bindSharp())(half)).toBeUndefined();
  const unavailable = bind(() => Promise.reject(new Error("planted")));
  await expect(shrinkByPlatform(unavailable)(half)).rejects.toBeInstanceOf(DecoderUnavailableError);
});

test.each([
  ["no JPEG", () => photo(80, 60).png().toBuffer()],
  ["a JPEG of more than 2,000 pixels a side", () => photo(2_001, 6).toBuffer()],
  ["half a JPEG", async () => (await photo(80, 60).toBuffer()).subarray(0, -20)],
])("%s from the platform is rejected", async (_what, answer) => {
  const valid = await photo(80, 60).toBuffer();
  await expect(shrinkByPlatform(bind(answer))(valid)).rejects.toBeInstanceOf(DecoderUnavailableError);
});
