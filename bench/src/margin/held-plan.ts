import type { PositionRecord } from "@trading-oms/brokerage/ports";

/** Positions that somebody holds, one in an account, by their place: what is planned takes no memory. */
export type HeldPlan = {
  readonly count: number;
  readonly symbols: readonly string[];
  readonly positionAt: (place: number) => PositionRecord;
};

const userDigits = 7;

/** The user of the account at a place; as texts they are in the order of their places. */
export function userAt(place: number): string {
  return `user-${String(place).padStart(userDigits, "0")}`;
}

/** The place of a user's account. */
export function placeOf(userId: string): number {
  return Number(userId.slice("user-".length));
}

/** Positions spread evenly over symbols, a quarter of them short; between 95,000 and 105,000 none has anything to tell. */
export function planQuiet(count: number, symbols: readonly string[]): HeldPlan {
  return {
    count,
    symbols,
    positionAt: (place) => {
      const quantity = place % 4 === 3 ? -1_000n : 1_000n;
      const postedVnd = 50_000_000n + BigInt(place % 997) * 10_000n;
      return positionOf(symbols[place % symbols.length] ?? "", quantity, postedVnd);
    },
  };
}

/** At this price every position in the place of hits is called, and at the other its call is over. */
export const hitPrices = { called: 97_000_000n, over: 106_000_000n } as const;

/** So many positions of a symbol are hit by one price; several symbols are planned alike. */
export type PlannedHits = { readonly hitCount: number; readonly symbols: readonly string[] };

/** Plans symbols for each number of hits, together with so many hits and the same number of positions each time. */
export function planHits(
  hitCounts: readonly number[],
  { hitsInAll, positionsInAll }: { readonly hitsInAll: number; readonly positionsInAll: number },
): HeldPlan & { readonly hits: readonly PlannedHits[] } {
  const hits = hitCounts.map((hitCount) => {
    const symbolCount = Math.max(1, Math.floor(hitsInAll / hitCount));
    return { hitCount, symbols: Array.from({ length: symbolCount }, (_, index) => `H${hitCount}N${index}`) };
  });
  return {
    count: hitCounts.length * positionsInAll,
    symbols: hits.flatMap(({ symbols }) => symbols),
    hits,
    positionAt: (place) => {
      const { hitCount, symbols } = hits[Math.floor(place / positionsInAll)] ?? { hitCount: 0, symbols: [] };
      const placeInAll = place % positionsInAll;
      const isHit = Math.floor(placeInAll / symbols.length) < hitCount;
      const symbol = symbols[placeInAll % symbols.length] ?? "";
      return positionOf(symbol, 1_000n, isHit ? 41_200_000n : 60_000_000n);
    },
  };
}

function positionOf(symbol: string, quantity: bigint, postedVnd: bigint): PositionRecord {
  return {
    symbol,
    quantity,
    entryVnd: 100_000_000n,
    postedVnd,
    coveredVnd: 0n,
    isClosing: false,
    openedAtMs: 1,
    changedAtMs: 1,
  };
}
