export { closePosition } from "./close-position.ts";
export {
  type CoverDecision,
  type CoverOutcome,
  type CoverRefusal,
  type CoverRequest,
  decideCover,
} from "./decide-cover.ts";
export {
  decideEpisode,
  type EpisodeDecision,
  type EpisodeOccasion,
  type EpisodeQuestion,
  type Telling,
} from "./decide-episode.ts";
export { type Episode, noEpisode } from "./episode.ts";
export { explainAccount } from "./explain-account.ts";
export { explainPosition } from "./explain-position.ts";
export type { ExplainedFigure } from "./explained-figure.ts";
export { type AccountFigures, figuresOfAccount } from "./figures-of-account.ts";
export { figuresOfPosition, type PositionFigures } from "./figures-of-position.ts";
export type { HeldPosition } from "./held-position.ts";
export { judgeRates, type RatesJudgement } from "./judge-rates.ts";
export { judgeWithdrawal, type WithdrawalJudgement } from "./judge-withdrawal.ts";
export { amountVndMax, isTooLarge, largestAmounts, type RangedPosition } from "./largest-amounts.ts";
export { needToReach } from "./need-to-reach.ts";
export { openPosition } from "./open-position.ts";
export type { Position } from "./position.ts";
export { quietRangeOf, type UnitRange } from "./quiet-range-of.ts";
export type { Rates } from "./rates.ts";
export { type Reduction, reducePosition } from "./reduce-position.ts";
export { type Trigger, triggerOf } from "./trigger-of.ts";
