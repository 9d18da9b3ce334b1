import { expect, it } from "vitest";
import { makeNoisyPhoto, noisyPhotos } from "./fixtures.ts";

it("makes photos from twelve megapixels up to the limit", () => {
  const pixels = noisyPhotos.map(({ width, height }) => width * height);
  expect(Math.min(...pixels)).toBe(12_000_000);
  expect(Math.max(...pixels)).toBeGreaterThan(39_000_000);
  expect(Math.max(...pixels)).toBeLessThanOrEqual(40_000_000);
});

it("makes noise that compresses badly, as baseline or progressive JPEG", async () => {
  const small = { width: 800, height: 600, grain: 1, quality: 60 };
  const [baseline, progressive] = await Promise.all(
    [false, true].map((isProgressive) => makeNoisyPhoto({ ...small, isProgressive })),
  );
  expect(baseline?.length).toBeGreaterThan(100_000);
  expect(baseline?.includes(Buffer.of(0xff, 0xc0))).toBe(true);
  expect(progressive?.includes(Buffer.of(0xff, 0xc2))).toBe(true);
});
