/** What a run consists of. Each seed leaves other parts out, because faults that always come together hide each other. */
import { Dice } from "./dice.ts";

/** Faults of the store, of processes and of feeds. */
const faultKinds = [
  "busy",
  "cut",
  "lost",
  "slow",
  "crash",
  "stall",
  "lease",
  "clock-ahead",
  "clock-behind",
  "feed-delay",
  "feed-loss",
  "feed-repeat",
  "feed-order",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What users and operators do. */
const actKinds = [
  "cover",
  "preview",
  "read",
  "cash",
  "price",
  "rates",
  "contact",
  "closing",
  "close",
  "adjust",
  "halt",
  "reference",
] as const;
export type ActKind = (typeof actKinds)[number];

export type Plan = {
  readonly serverCount: number;
  readonly faults: readonly FaultKind[];
  readonly acts: readonly ActKind[];
};

export function planOf(seed: number): Plan {
  const dice = new Dice(seed ^ 0x5eed);
  return {
    serverCount: 2 + dice.below(2),
    faults: faultKinds.filter(() => dice.chance(450)),
    acts: actKinds.filter(() => dice.chance(750)),
  };
}
