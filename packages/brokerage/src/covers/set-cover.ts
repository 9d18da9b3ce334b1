import type { CoverDecision } from "@trading-oms/margin";
import { type ChangeOrigin, draftAudit } from "../accounts/audit.ts";
import { checkEpisode } from "../accounts/episodes.ts";
import { listNewPrices, type ValuedAccount, type ValuedPosition } from "../accounts/figures.ts";
import type { PositionKey } from "../accounts/positions.ts";
import {
  type Answered,
  type AnswerOptions,
  answered,
  type Decision,
  outcomeOf,
  settleOnce,
} from "../accounts/settle-change.ts";
import type { AccountState, AuditDraft, OutcomeKey, PricedAccount } from "../ports/index.ts";
import { type CoverRefusalCode, coverRefusals, formatRefusal } from "../refusal-texts.ts";
import type { Refusal, Services } from "../services.ts";
import { decideOrder, readScene } from "./decide-order.ts";

/** The requested cover of a position, and who requests it. */
export type CoverOrder = PositionKey &
  ChangeOrigin &
  AnswerOptions & {
    /** An absolute amount, not a difference. */
    readonly amountVnd: bigint;
    readonly requestId: string;
    /** The amount that is believed to be in force. If another is, nothing is changed. */
    readonly expectedVnd?: bigint | undefined;
  };

/** The answer to an order, with the figures after it. */
export type CoverAnswer = Answered<CoverRefusalCode> & {
  readonly accountId: string;
  readonly symbol: string;
  readonly amountVnd: bigint;
  readonly coveredVnd: bigint;
  readonly maintenanceMarginVnd: bigint;
  readonly tradingPowerVnd: bigint;
};

/** Sets the cover of a position. A refusal by a rule is an answer like any other and is stored like one. */
export async function setCover(services: Services, order: CoverOrder): Promise<CoverAnswer | Refusal> {
  return settleOnce(services, order, (state, atMs) => decide(services, state, order, atMs));
}

async function decide(
  services: Services,
  state: PricedAccount,
  order: CoverOrder,
  atMs: number,
): Promise<Decision<CoverAnswer> | Refusal> {
  const { symbol, amountVnd, language } = order;
  const scene = await readScene(services, state, symbol, atMs);
  if ("kind" in scene) return scene;
  const { valued, held } = scene;
  const { position: before } = held;
  if (order.expectedVnd !== undefined && order.expectedVnd !== before.coveredVnd) {
    const code = "cover_changed";
    const { tradingPowerVnd } = valued.figures;
    const figures = { ...before, amountVnd, boundVnd: before.coveredVnd, tradingPowerVnd, tooLarge: "" };
    const message = formatRefusal(coverRefusals, code, figures, language);
    const answer = answerOf(order, { code, message }, { position: before, account: valued.figures });
    return { outcome: outcomeOf(order.idempotency, answer), result: answer };
  }
  const { decision, code, message, position } = await decideOrder(services, scene, amountVnd, language);
  const isTooLarge = code === "amounts_too_large";
  const standing = isTooLarge ? { position: held.position, account: valued.figures } : decision;
  const answer = answerOf(order, { code, message }, standing);
  const outcome = outcomeOf(order.idempotency, answer);
  // A decision stores the newer prices that it rested on, so that no later decision is made on an older one.
  const news = listNewPrices(state, isTooLarge ? valued.positions : listRestedOn(decision, held, valued));
  if (isTooLarge || decision.kind !== "accepted") return { positions: news, outcome, result: answer };
  const evaluated = await checkEpisode({
    state,
    symbol,
    held: { ...held, position, figures: decision.figures },
    account: decision.account,
    occasion: decision.isRaise ? "raise" : "change",
    atMs,
    services,
  });
  const audits = [await auditOf(services, state, order, { held, atMs })];
  const others = news.filter((each) => each.symbol !== symbol);
  return { positions: [position, ...others], audits, outcome, ...evaluated, result: answer };
}

/** The positions on whose prices a decision rests: for the trading power every one of the account. */
function listRestedOn(
  decision: CoverDecision,
  held: ValuedPosition,
  { positions }: ValuedAccount,
): readonly ValuedPosition[] {
  if (decision.kind === "accepted") return decision.isRaise ? positions : [held];
  if (decision.kind !== "refused" || decision.reason === "closing") return [];
  return decision.reason === "above_trading_power" ? positions : [held];
}

function answerOf(
  { accountId, symbol, amountVnd }: CoverOrder,
  { code, message }: Pick<CoverAnswer, "code" | "message">,
  { position, account }: Pick<CoverDecision, "position" | "account">,
): CoverAnswer {
  return {
    ...answered(message, code),
    accountId,
    symbol,
    amountVnd,
    coveredVnd: position.coveredVnd,
    maintenanceMarginVnd: account.maintenanceMarginVnd,
    tradingPowerVnd: account.tradingPowerVnd,
  };
}

function auditOf(
  services: Services,
  { account }: AccountState,
  order: CoverOrder,
  { held: { position, mark, rates }, atMs }: { readonly held: ValuedPosition; readonly atMs: number },
): Promise<AuditDraft> {
  const { symbol, amountVnd } = order;
  const terms = { markPrice: mark.price, unitVnd: mark.unitVnd, ...rates };
  return draftAudit(
    services,
    account,
    { ...order, atMs },
    {
      kind: "cover",
      before: { symbol, coveredVnd: position.coveredVnd },
      after: { symbol, coveredVnd: amountVnd, ...terms },
    },
  );
}

/** How long the answer to a keyed request is kept for repeats. */
const keptMs = 30 * 24 * 3_600_000;
/** Page size, small enough not to delay writers. */
const outcomesInPart = 1_000;

/**
 * Deletes expired outcomes among the next thousand. Returns where to continue, or undefined at the end, so that it can
 * be stopped and resumed at any time.
 */
export function sweepOutcomes(
  { store, now }: Pick<Services, "store" | "now">,
  after: OutcomeKey | undefined,
): Promise<OutcomeKey | undefined> {
  return store.sweepOutcomes({ after, beforeMs: now() - keptMs, limit: outcomesInPart });
}
