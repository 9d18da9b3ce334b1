export { makeJudgingCard } from "./make-judging-card.ts";
