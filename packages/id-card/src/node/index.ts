/**
 * Reads cards on Node in this process. For images of unknown origin use `@trading-oms/id-card/pool`.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { readIdCard } from "@trading-oms/id-card/node";
 *
 * const [front, back] = await Promise.all([readFile("front.jpg"), readFile("back.jpg")]);
 * const { fields } = await readIdCard({ front, back });
 * for (const [name, { value, confidence }] of Object.entries(fields)) console.log(name, value, confidence);
 * ```
 *
 * @packageDocumentation
 */
export type { CardReading } from "../read/card-reading.ts";
export type { CardImages } from "../read/read-card.ts";
export {
  type CardReader,
  type CardReaderOptions,
  openCardReader,
  type ReadOptions,
  readIdCard,
} from "./open-card-reader.ts";
export { readLexicons } from "./read-lexicons.ts";
