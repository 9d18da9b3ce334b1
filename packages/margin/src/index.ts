export {
  type Adjustment,
  adjustPosition,
  type QuantityFactor,
  type TakenRights,
} from "./adjust-position.ts";
export {
  type CoverDecision,
  type CoverOutcome,
  type CoverRefusal,
  type CoverRequest,
  decideCover,
} from "./decide-cover.ts";
export {
  decideEpisode,
  type Episode,
  type EpisodeDecision,
  type EpisodeNotice,
  type EpisodeOccasion,
  type EpisodeQuestion,
  noEpisode,
} from "./decide-episode.ts";
export {
  type ExplainedFigure,
  type ExplainedPositionFigure,
  explainAccount,
  explainPosition,
} from "./explain.ts";
export {
  type AccountFigures,
  amountVndMax,
  coverToReach,
  figuresOfAccount,
  figuresOfPosition,
  type HeldPosition,
  isTooLarge,
  largestAmounts,
  type PositionFigures,
  type RangedPosition,
} from "./figures.ts";
export { closePosition, openPosition, type Position, type Reduction, reducePosition } from "./position.ts";
export { checkRates, oneMillionths, type Rates, type RatesJudgement } from "./rates.ts";
export { quietRangeOf, type Trigger, triggerOf, type UnitRange } from "./triggers.ts";
export { checkWithdrawal, type WithdrawalJudgement, type WithdrawalPosition } from "./withdrawal.ts";
