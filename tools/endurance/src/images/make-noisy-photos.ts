import sharp from "sharp";

/** A photograph of nothing but noise, in grains of so many pixels. */
export type NoisyPhoto = {
  readonly width: number;
  readonly height: number;
  readonly grain: number;
  readonly quality: number;
  readonly isProgressive: boolean;
};

/** As large as cameras make them and as the limits take: slow to decode, and full of edges, corners and dark spots to look at. */
export const noisyPhotos: readonly NoisyPhoto[] = [
  { width: 4_000, height: 3_000, grain: 1, quality: 60, isProgressive: false },
  { width: 4_000, height: 3_000, grain: 2, quality: 70, isProgressive: true },
  { width: 6_000, height: 4_000, grain: 4, quality: 50, isProgressive: true },
  // In a card's proportions, so that its border may be taken for one.
  { width: 7_900, height: 4_981, grain: 1, quality: 20, isProgressive: true },
  { width: 7_300, height: 5_475, grain: 4, quality: 30, isProgressive: false },
  { width: 7_300, height: 5_475, grain: 12, quality: 40, isProgressive: true },
  { width: 7_300, height: 5_475, grain: 30, quality: 40, isProgressive: true },
];

/** Makes photographs of noise one after the other, since each takes some hundred megabytes to make. */
export async function makeNoisyPhotos(): Promise<Buffer[]> {
  const made: Buffer[] = [];
  for (const photo of noisyPhotos) made.push(await makeNoisyPhoto(photo));
  return made;
}

/** Makes a photograph of noise, as JPEG. */
export async function makeNoisyPhoto(photo: NoisyPhoto): Promise<Buffer> {
  const { width, height, grain, quality, isProgressive } = photo;
  const noise = sharp({
    create: {
      width: Math.ceil(width / grain),
      height: Math.ceil(height / grain),
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 70 },
    },
  });
  // What is drawn is enlarged in a second step, since a picture that is made is not enlarged in one.
  const grains = await noise.png({ compressionLevel: 0 }).toBuffer();
  return sharp(grains)
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .jpeg({ quality, progressive: isProgressive })
    .toBuffer();
}
