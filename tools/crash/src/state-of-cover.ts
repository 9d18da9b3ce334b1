import type { AccountState } from "@trading-oms/brokerage/ports";
import type { CoverState } from "./cover-state.ts";
import { coveredStock } from "./covered-stock.ts";

/** What a store holds of the position that is covered, and of its call. */
export function stateOfCover(state: AccountState | undefined): CoverState {
  const held = state?.positions.find(({ symbol }) => symbol === coveredStock.symbol);
  const episode = state?.episodes.find(({ symbol }) => symbol === coveredStock.symbol);
  return {
    isHeld: held !== undefined,
    coveredVnd: held?.coveredVnd ?? 0n,
    episodeNumber: Number(episode?.number ?? 0n),
    isCalled: episode?.isOpen ?? false,
  };
}
