export type { CardReading } from "../../read/card-reading.ts";
export type { CardImages } from "../../read/read-card.ts";
export { type CardPool, type CardPoolOptions, openCardPool } from "./open-card-pool.ts";
export type { CardOutcome } from "./start-card-worker.ts";
