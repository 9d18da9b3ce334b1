import type { AccountState } from "@trading-oms/brokerage/ports";
import type { ExpectedPosition } from "./expected-position.ts";

/** Finds the positions whose episode, as it is kept, is not yet or not at all the one that is expected. */
export function findLeft(
  expected: readonly ExpectedPosition[],
  states: readonly AccountState[],
): ExpectedPosition[] {
  const stateOf = new Map(states.map((state) => [state.account.accountId, state]));
  return expected.filter(({ position, episodeCount, isOpen, isForceCloseTold }) => {
    const kept = stateOf
      .get(position.accountId)
      ?.episodes.find(({ symbol }) => symbol === position.traded.symbol);
    if (kept === undefined) return episodeCount > 0;
    const isSame = kept.number === BigInt(episodeCount) && kept.isOpen === isOpen;
    // An episode that has ended may keep what was told in it.
    return !isSame || (isOpen && kept.isForceCloseTold !== isForceCloseTold);
  });
}
