import type { CardReading } from "../read/card-reading.ts";
import type { CardImages } from "../read/read-card.ts";
import { openCardReader, type ReadOptions } from "./open-card-reader.ts";

/**
 * Reads one card and lets go of everything; whoever reads several keeps a reader of `openCardReader` open.
 *
 * ```ts
 * const { fields, missing } = await readIdCard({ front: await readFile("front.jpg") });
 * ```
 */
export async function readIdCard(images: CardImages, options: ReadOptions = {}): Promise<CardReading> {
  const reader = await openCardReader({ recogniserCount: 1 });
  try {
    return await reader.read(images, options);
  } finally {
    await reader.close();
  }
}
