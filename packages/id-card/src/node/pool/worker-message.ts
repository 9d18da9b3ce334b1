import type { CardReading } from "../../read/card-reading.ts";
import type { CardImages } from "../../read/read-card.ts";

/** What a worker is asked. */
export type WorkerRequestMessage = {
  readonly images: CardImages;
  readonly timeoutMs: number;
  readonly wantsCopies: boolean;
};

/** What a worker answers of a card: once, or twice where copies follow. */
export type WorkerAnswer =
  | { readonly kind: "read"; readonly reading: CardReading; readonly copiesFollow: boolean }
  | { readonly kind: "copies"; readonly copies: CardImages | undefined }
  | { readonly kind: "portrait-broken" }
  | { readonly kind: "failed"; readonly thrown: unknown };

/** What a worker tells: once that it has loaded all it needs, or has failed to, and its answers. */
export type WorkerMessage =
  | { readonly kind: "loaded"; readonly residentBytes: number }
  | (WorkerAnswer & {
      /** The memory that it holds by then; left out where copies follow, since it holds pixels until they are made. */
      readonly residentBytes?: number;
    });
