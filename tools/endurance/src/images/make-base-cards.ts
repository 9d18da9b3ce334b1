import { type Encoding, makeCard } from "@trading-oms/synthetic-cards";

/** A picture of a card, of which hostile ones are made. */
export type BaseCard = { readonly encoding: Encoding; readonly bytes: Buffer };

/** Makes pictures of both kinds of card in every format that is taken, small ones so that many are read. */
export function makeBaseCards(): readonly BaseCard[] {
  return (["2021", "2024"] as const).flatMap((kind, index) =>
    (["jpeg", "png", "webp"] as const).map((encoding) => {
      const { front } = makeCard({ seed: 40 + index, kind, severity: "low-resolution", encoding });
      return { encoding, bytes: Buffer.from(front) };
    }),
  );
}
