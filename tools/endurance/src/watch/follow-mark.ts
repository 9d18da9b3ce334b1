import type { ExpectedPosition, ExpectedTelling } from "./expected-position.ts";
import type { WatchedPosition } from "./watched-position.ts";

const million = 1_000_000n;

/** Follows a position to its next mark: says which episode opens, goes on or ends there, and what its owner is told. */
export function followMark(before: ExpectedPosition, markVnd: bigint): ExpectedPosition {
  const at = valueAt(before.position, markVnd);
  if (before.isOpen && at.isOver) return { ...before, isOpen: false, isForceCloseTold: false };
  const isOpening = !before.isOpen && at.isCalled;
  if (!before.isOpen && !isOpening) return before;
  const episodeCount = before.episodeCount + (isOpening ? 1 : 0);
  const isForcing = at.isForced && !before.isForceCloseTold;
  const telling = { episodeNumber: episodeCount, amountVnd: at.neededVnd, markVnd };
  const tellings: ExpectedTelling[] = [
    ...before.tellings,
    ...(isOpening ? [{ type: "MarginCall" as const, ...telling }] : []),
    ...(isForcing ? [{ type: "ForceClose" as const, ...telling }] : []),
  ];
  const isForceCloseTold = before.isForceCloseTold || isForcing;
  return { ...before, episodeCount, isOpen: true, isForceCloseTold, tellings };
}

function valueAt({ quantity, entryVnd, traded: { rates } }: WatchedPosition, markVnd: bigint) {
  const { marginRatio, marginCallRate, forceCloseRate } = rates;
  const size = quantity < 0n ? -quantity : quantity;
  const marketVnd = size * markVnd;
  const postedVnd = (marginRatio * size * entryVnd) / million;
  const backingVnd = postedVnd + quantity * (markVnd - entryVnd);
  // Ratios of backing to market value are compared by their products, in tens of millionths.
  const backing = backingVnd * million * 10n;
  const overRate = marginCallRate * 11n < million * 10n ? marginCallRate * 11n : million * 10n;
  const askedVnd = (marginCallRate * marketVnd + million - 1n) / million;
  return {
    isCalled: backing < marginCallRate * 10n * marketVnd,
    isForced: forceCloseRate > 0n && backing < forceCloseRate * 10n * marketVnd,
    isOver: backing >= overRate * marketVnd,
    neededVnd: askedVnd > backingVnd ? askedVnd - backingVnd : 0n,
  };
}
