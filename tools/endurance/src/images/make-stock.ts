import { type Encoding, makeCard } from "@trading-oms/synthetic-cards";
import { makeNoisyPhotos } from "./make-noisy-photos.ts";
import { writePng } from "./write-png.ts";

/** A picture of a card, of which hostile ones are made. */
export type BaseCard = { readonly encoding: Encoding; readonly bytes: Buffer };

/** What hostile images are made of: pictures of cards, and bombs that take too long to pack for each to be packed anew. */
export type Stock = {
  readonly cards: readonly BaseCard[];
  readonly bombsWithinBounds: readonly Buffer[];
  readonly bombBeyondBounds: Buffer;
  readonly noisyPhotos: readonly Buffer[];
};

/** Makes the stock, in some seconds. */
export async function makeStock(): Promise<Stock> {
  return {
    noisyPhotos: await makeNoisyPhotos(),
    cards: makeBaseCards(),
    bombsWithinBounds: ([1, 8, 16] as const).flatMap((bitDepth) =>
      (bitDepth === 1 ? ([0] as const) : ([0, 6] as const)).map((colourType) =>
        writePng({ width: 6_400, height: 6_200, bitDepth, colourType, rowCount: 6_200 }),
      ),
    ),
    bombBeyondBounds: writePng({
      width: 15_000,
      height: 15_000,
      bitDepth: 1,
      colourType: 0,
      rowCount: 15_000,
    }),
  };
}

/** Makes pictures of both kinds of card in every format that is taken, small ones so that many are read. */
function makeBaseCards(): readonly BaseCard[] {
  return (["2021", "2024"] as const).flatMap((kind, index) =>
    (["jpeg", "png", "webp"] as const).map((encoding) => {
      const { front } = makeCard({ seed: 40 + index, kind, severity: "low-resolution", encoding });
      return { encoding, bytes: Buffer.from(front) };
    }),
  );
}
