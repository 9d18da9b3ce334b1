import { crc32, deflateSync } from "node:zlib";
import { type Encoding, makeCard } from "@trading-oms/cards";
import sharp from "sharp";

/** The header and contents of a PNG, which may have fewer rows than its header claims. */
type PngOrder = {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 8 | 16;
  /** 0 is grayscale, 2 is RGB, 6 is RGBA. */
  readonly colourType: 0 | 2 | 6;
  readonly rowCount: number;
  /** Additional chunks before the pixels. */
  readonly chunks?: readonly { readonly name: string; readonly content: Buffer }[];
};

const channelCounts = { 0: 1, 2: 3, 6: 4 } as const;

/** Writes a PNG of zeros, which compresses to almost nothing whatever its size. */
export function writePng({ width, height, bitDepth, colourType, rowCount, chunks = [] }: PngOrder): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, 0], 8);
  const rowBytes = 1 + Math.ceil((width * channelCounts[colourType] * bitDepth) / 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    writeChunk("IHDR", header),
    ...chunks.map(({ name, content }) => writeChunk(name, content)),
    writeChunk("IDAT", deflateSync(Buffer.alloc(rowBytes * rowCount))),
    writeChunk("IEND", Buffer.alloc(0)),
  ]);
}

function writeChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A photo of noise; `grain` is the size of a grain in pixels. */
type NoisyPhoto = {
  readonly width: number;
  readonly height: number;
  readonly grain: number;
  readonly quality: number;
  readonly isProgressive: boolean;
};

/** As large as cameras make them and as the limits allow: slow to decode, and full of edges, corners and dark spots. */
export const noisyPhotos: readonly NoisyPhoto[] = [
  { width: 4_000, height: 3_000, grain: 1, quality: 60, isProgressive: false },
  { width: 4_000, height: 3_000, grain: 2, quality: 70, isProgressive: true },
  { width: 6_000, height: 4_000, grain: 4, quality: 50, isProgressive: true },
  // The proportions of a card, so that its border may be mistaken for one.
  { width: 7_900, height: 4_981, grain: 1, quality: 20, isProgressive: true },
  { width: 7_300, height: 5_475, grain: 4, quality: 30, isProgressive: false },
  { width: 7_300, height: 5_475, grain: 12, quality: 40, isProgressive: true },
  { width: 7_300, height: 5_475, grain: 30, quality: 40, isProgressive: true },
];

/** Makes a photo of noise as a JPEG. */
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
  // Enlarged in a second step: sharp does not resize a created image in the same pipeline.
  const grains = await noise.png({ compressionLevel: 0 }).toBuffer();
  return sharp(grains)
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .jpeg({ quality, progressive: isProgressive })
    .toBuffer();
}

/** A picture of a card, from which hostile ones are made. */
export type BaseCard = { readonly encoding: Encoding; readonly bytes: Buffer };

/**
 * The inputs of hostile images: pictures of cards, and decompression bombs that take too long to compress one by one.
 */
export type CardFixtures = {
  readonly cards: readonly BaseCard[];
  readonly bombsWithinBounds: readonly Buffer[];
  readonly bombBeyondBounds: Buffer;
  readonly noisyPhotos: readonly Buffer[];
};

/** Makes the fixtures; takes several seconds. */
export async function makeCardFixtures(): Promise<CardFixtures> {
  const made: Buffer[] = [];
  // One after the other, since each takes some hundred megabytes.
  for (const photo of noisyPhotos) made.push(await makeNoisyPhoto(photo));
  const depths = [
    { bitDepth: 1, colourType: 0 },
    { bitDepth: 8, colourType: 0 },
    { bitDepth: 8, colourType: 6 },
    { bitDepth: 16, colourType: 0 },
    { bitDepth: 16, colourType: 6 },
  ] as const;
  return {
    noisyPhotos: made,
    cards: makeBaseCards(),
    bombsWithinBounds: depths.map((depth) =>
      writePng({ width: 6_400, height: 6_200, ...depth, rowCount: 6_200 }),
    ),
    bombBeyondBounds: writePng({
      ...({ width: 15_000, height: 15_000, bitDepth: 1, colourType: 0 } as const),
      rowCount: 15_000,
    }),
  };
}

/** Makes small pictures of both kinds of card in every accepted format. */
function makeBaseCards(): readonly BaseCard[] {
  return (["2021", "2024"] as const).flatMap((kind, index) =>
    (["jpeg", "png", "webp"] as const).map((encoding) => {
      const { front } = makeCard({ seed: 40 + index, kind, severity: "low-resolution", encoding });
      return { encoding, bytes: Buffer.from(front) };
    }),
  );
}
