import type { CardReading } from "../../read/card-reading.ts";
import type { CardImages } from "../../read/read-card.ts";

/** What a worker is asked. */
export type WorkerRequestMessage = { readonly images: CardImages; readonly timeoutMs: number };

/** What a worker answers, with the memory that it holds by then. */
export type WorkerAnswerMessage = (
  | { readonly kind: "read"; readonly reading: CardReading }
  | { readonly kind: "portrait-broken" }
  | { readonly kind: "failed"; readonly thrown: unknown }
) & { readonly residentBytes: number };
