import type { ExpectedPosition, WatchedSymbol } from "../market.ts";

const fpt: WatchedSymbol = {
  symbol: "FPT",
  exchange: "HOSE",
  baseVnd: 100_000n,
  rates: { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
};

/** A position of 1,000 FPT (or another quantity) at 100,000, without notifications. */
export function watchedPosition(
  quantity: bigint = 1_000n,
  rates: Partial<WatchedSymbol["rates"]> = {},
): ExpectedPosition {
  const traded = { ...fpt, rates: { ...fpt.rates, ...rates } };
  const position = { userId: "lan", accountId: "A-1", traded, quantity, entryVnd: 100_000n };
  return { position, episodeCount: 0, isOpen: false, isForceCloseTold: false, notifications: [] };
}
