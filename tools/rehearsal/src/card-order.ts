import type { CardOrder } from "@trading-oms/cards";

/** The card of somebody who does not exist that examples find in their folder. */
export const cardOrder: CardOrder = { seed: 7, kind: "2021", severity: "clean" };
