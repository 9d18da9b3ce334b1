/** The reference of one position: its figures, its calls and what its owner is told, computed without the tested code. */

/** Rates in millionths. */
export type Rates = Readonly<Record<"marginRatio" | "marginCallRate" | "forceCloseRate", bigint>>;

/** The rates of a symbol and its last price, in VND a unit. */
export type Market = { readonly rates: Rates; readonly markVnd: bigint };

/** The state of a position. Quantity and entry of a short one are negative. */
export type PositionState = {
  readonly quantity: bigint;
  /** What was paid for all of it. */
  readonly entryVnd: bigint;
  readonly coveredVnd: bigint;
  /** The number of calls so far. */
  readonly episodeCount: number;
  readonly isCalled: boolean;
  readonly isForceCloseNotified: boolean;
};

export const noPosition: PositionState = {
  quantity: 0n,
  entryVnd: 0n,
  coveredVnd: 0n,
  episodeCount: 0,
  isCalled: false,
  isForceCloseNotified: false,
};

/** A notification that the owner must receive once. */
export type DueNotification = {
  readonly type: "MarginCall" | "ForceClose";
  readonly episodeNumber: number;
  /** The amount that ends the call at this mark. */
  readonly amountVnd: bigint;
  readonly markVnd: bigint;
};

/** A change of a position by its owner or an operator. Prices are VND a unit. */
export type Step =
  | { readonly kind: "set"; readonly quantity: bigint; readonly unitVnd: bigint }
  | { readonly kind: "reduce"; readonly quantity: bigint; readonly unitVnd: bigint }
  | { readonly kind: "close"; readonly unitVnd: bigint }
  | { readonly kind: "cover"; readonly amountVnd: bigint };

/** Computes the state after a step and the realised result. Without a market, nothing is called. */
export function takeStep(
  before: PositionState,
  step: Step,
  market: Market | undefined,
): { readonly after: PositionState; readonly realizedVnd: bigint } {
  const { quantity, entryVnd } = before;
  switch (step.kind) {
    case "set": {
      const set = { ...before, quantity: step.quantity, entryVnd: step.quantity * step.unitVnd };
      return { after: market === undefined ? set : followMark(set, market).after, realizedVnd: 0n };
    }
    case "reduce": {
      // A position is always set at one price, so that the cost of each part is a whole number.
      const left = quantity - step.quantity;
      const after = { ...before, quantity: left, entryVnd: (entryVnd / quantity) * left };
      return { after, realizedVnd: step.quantity * step.unitVnd - (entryVnd - after.entryVnd) };
    }
    case "close":
      return {
        after: { ...noPosition, episodeCount: before.episodeCount },
        realizedVnd: quantity * step.unitVnd - entryVnd,
      };
    case "cover":
      return { after: cover(before, step.amountVnd, market), realizedVnd: 0n };
  }
}

/** A cover may not be lowered below the needed amount. Raising it that far ends the call. */
function cover(before: PositionState, amountVnd: bigint, market: Market | undefined): PositionState {
  const isEnough = market === undefined || amountVnd >= valueAt(before, market).neededVnd;
  if (amountVnd < before.coveredVnd && !isEnough) return before;
  const isCalled = before.isCalled && !isEnough;
  return {
    ...before,
    coveredVnd: amountVnd,
    isCalled,
    isForceCloseNotified: isCalled && before.isForceCloseNotified,
  };
}

/** Applies the next mark: opens, continues or ends a call, and returns what the owner must be told. */
export function followMark(
  before: PositionState,
  market: Market,
): { readonly after: PositionState; readonly notifications: readonly DueNotification[] } {
  const at = valueAt(before, market);
  if (before.isCalled && at.isOver)
    return { after: { ...before, isCalled: false, isForceCloseNotified: false }, notifications: [] };
  const isOpening = !before.isCalled && at.isCalled;
  if (!before.isCalled && !isOpening) return { after: before, notifications: [] };
  const episodeCount = before.episodeCount + (isOpening ? 1 : 0);
  const isForcing = at.isForced && !before.isForceCloseNotified;
  const due = { episodeNumber: episodeCount, amountVnd: at.neededVnd, markVnd: market.markVnd };
  return {
    after: {
      ...before,
      episodeCount,
      isCalled: true,
      isForceCloseNotified: before.isForceCloseNotified || isForcing,
    },
    notifications: [
      ...(isOpening ? [{ type: "MarginCall" as const, ...due }] : []),
      ...(isForcing ? [{ type: "ForceClose" as const, ...due }] : []),
    ],
  };
}

const million = 1_000_000n;

/** Values a position at a mark. The needed amount is the cover from which on it is not called. */
export function valueAt(
  { quantity, entryVnd, coveredVnd }: Pick<PositionState, "quantity" | "entryVnd" | "coveredVnd">,
  { rates: { marginRatio, marginCallRate, forceCloseRate }, markVnd }: Market,
) {
  const marketVnd = sizeOf(quantity) * markVnd;
  const postedVnd = (marginRatio * sizeOf(entryVnd)) / million;
  const ownVnd = postedVnd + quantity * markVnd - entryVnd;
  // Ratios of backing to market value are compared by cross-multiplication, in tens of millionths.
  const backing = (ownVnd + coveredVnd) * million * 10n;
  const overRate = marginCallRate * 11n < million * 10n ? marginCallRate * 11n : million * 10n;
  const askedVnd = (marginCallRate * marketVnd + million - 1n) / million;
  return {
    isCalled: backing < marginCallRate * 10n * marketVnd,
    isForced: forceCloseRate > 0n && backing < forceCloseRate * 10n * marketVnd,
    isOver: backing >= overRate * marketVnd,
    neededVnd: askedVnd > ownVnd ? askedVnd - ownVnd : 0n,
  };
}

function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}
