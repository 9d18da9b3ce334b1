/**
 * Reads cards on Node in worker processes, for images of unknown origin: a card that hangs, crashes or takes too much memory does
 * not affect this process or other cards.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { openCardPool } from "@trading-oms/id-card/pool";
 *
 * const pool = openCardPool({ workerCountMax: 2 });
 * const outcome = await pool.read({ front: await readFile("front.jpg") });
 * console.log(outcome.kind === "read" ? outcome.reading.fields.idNumber?.value : outcome.kind);
 * pool.close();
 * ```
 *
 * @packageDocumentation
 */
export type { CardReading } from "../../read/card-reading.ts";
export type { CardImages } from "../../read/read-card.ts";
export type { WiderSender } from "./card-queue.ts";
export { type CardPool, type CardPoolOptions, type CardReadOptions, openCardPool } from "./open-card-pool.ts";
export type { CardOutcome } from "./start-card-worker.ts";
