import type { HeldPosition } from "./held-position.ts";

/** What an account has, what is bound in it, and what may still be used. */
export type AccountFigures = {
  /** Deposits less withdrawals and realised results; neither paper results nor covers are in it. */
  readonly totalEquityVnd: bigint;
  readonly maintenanceMarginVnd: bigint;
  /** Below 0 where losses or requirements have outgrown the equity. */
  readonly tradingPowerVnd: bigint;
};

/** Sums up an account's equity and all its positions, each at its own mark. */
export function figuresOfAccount(equityVnd: bigint, positions: readonly HeldPosition[]): AccountFigures {
  let maintenanceMarginVnd = 0n;
  let unrealizedVnd = 0n;
  for (const { position, figures } of positions) {
    maintenanceMarginVnd += figures.requirementVnd + position.coveredVnd;
    unrealizedVnd += figures.unrealizedVnd;
  }
  // A gain on paper gives no power, and may be gone by the next price.
  const lossVnd = unrealizedVnd < 0n ? unrealizedVnd : 0n;
  return {
    totalEquityVnd: equityVnd,
    maintenanceMarginVnd,
    tradingPowerVnd: equityVnd + lossVnd - maintenanceMarginVnd,
  };
}
