import { type CoverDecision, decideCover, isTooLarge } from "@trading-oms/margin";
import { calendarDateOf, sessionOf } from "@trading-oms/market";
import { type ChangeOrigin, draftAudit } from "../accounts/audit.ts";
import { checkEpisode } from "../accounts/episodes.ts";
import {
  listNewPrices,
  type Mark,
  type ValuedAccount,
  type ValuedPosition,
  valueAccount,
} from "../accounts/figures.ts";
import { type Decision, describeTooLarge, findTooLarge, settleChange } from "../accounts/settle-change.ts";
import { exactJson } from "../exact-json.ts";
import { checkNames } from "../names.ts";
import type { AccountState, AuditDraft, OutcomeKey, OutcomeRecord, PositionRecord } from "../ports/index.ts";
import { silenceMsMax } from "../quotes/mark-book.ts";
import { storedHeardAtMs } from "../quotes/price-times.ts";
import { type Refusal, refuse, renderVnd, type Services } from "../services.ts";

/** The requested cover of a position, and who requests it. */
export type CoverOrder = ChangeOrigin & {
  readonly userId: string;
  readonly accountId: string;
  readonly symbol: string;
  /** An absolute amount, not a difference. */
  readonly amountVnd: bigint;
  readonly requestId: string;
  /** Makes a repeated order idempotent. The fingerprint detects a different order under the same key. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
};

/** The answer to an order, with the figures after it. */
export type CoverAnswer = {
  readonly kind: "done";
  readonly status: "success" | "failed";
  readonly message: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly amountVnd: bigint;
  readonly coveredVnd: bigint;
  readonly maintenanceMarginVnd: bigint;
  readonly tradingPowerVnd: bigint;
  /** When it was first answered, for a repeat under a key. All figures are of that time. */
  readonly firstDoneAtMs?: number;
};

/** How far ahead the clock of the price's source may be. */
const markAheadMsMax = 1_000;

/** Sets the cover of a position. A refusal by a rule is an answer like any other and is stored like one. */
export async function setCover(services: Services, order: CoverOrder): Promise<CoverAnswer | Refusal> {
  const isNamed = checkNames(order) === undefined;
  const settled = isNamed
    ? await settleChange(services, order, (state, atMs) => decide(services, state, order, atMs))
    : rejectAbsent();
  if (settled.kind === "done") return settled.result;
  // A commit detects a used key by itself. Without a commit the key is looked up: a used key takes precedence over a
  // missing position.
  const kept =
    settled.kind === "refused" && settled.code === "too-busy" ? undefined : await replay(services, order);
  if (kept !== undefined) return kept;
  if (settled.kind === "key-used") throw new Error("An outcome that is there can't be found.");
  return settled.code === "no-such-account" ? rejectAbsent() : settled;
}

/** Does not reveal whether the user, the account or the position is missing. */
function rejectAbsent(): Refusal {
  return refuse("no-such-position", "There is no such position.");
}

/**
 * The stored answer to the order's key, or a refusal if another order used the key. Undefined for a new key.
 */
async function replay(
  { store }: Services,
  { userId, idempotency }: CoverOrder,
): Promise<CoverAnswer | Refusal | undefined> {
  const kept = idempotency && (await store.readOutcome(userId, idempotency.key));
  if (kept === undefined) return undefined;
  if (kept.fingerprint === idempotency?.fingerprint) {
    return { ...(exactJson.read(kept.outcome) as CoverAnswer), firstDoneAtMs: kept.atMs };
  }
  return refuse(
    "idempotency-key-reused",
    "This Idempotency-Key belongs to a call with another body. Use a new key for a new change.",
  );
}

async function decide(
  services: Services,
  state: AccountState,
  order: CoverOrder,
  atMs: number,
): Promise<Decision<CoverAnswer> | Refusal> {
  const { symbol, amountVnd } = order;
  const valued = await valueAccount(services, state.account, state.positions);
  const held = valued.positions.find(({ position }) => position.symbol === symbol);
  if (held === undefined) return rejectAbsent();
  const decision = decideCover({
    position: held.position,
    rates: held.rates,
    unitVnd: held.mark.unitVnd,
    account: valued.figures,
    isClosing: held.position.isClosing,
    newCoveredVnd: amountVnd,
    isStale: isStale(services, state, held.mark, atMs) || services.marks?.isDoubtful?.(symbol) === true,
    isTrading: isTrading(services, held, atMs),
    isHalted: services.marks?.isHalted(symbol) ?? false,
  });
  const position: PositionRecord = { ...held.position, coveredVnd: amountVnd, changedAtMs: atMs };
  const positions = valued.positions.map((each) => (each === held ? { ...held, position } : each));
  const tooLarge = await checkSize(state.account, valued, { ...valued, positions }, decision);
  const answer =
    tooLarge === undefined
      ? answerOf(order, formatCoverMessage(order, held, decision), decision)
      : answerOf(order, `Nothing was changed: the ${tooLarge}`, {
          kind: "refused",
          position: held.position,
          account: valued.figures,
        });
  const outcome = outcomeOf(order, answer);
  // A decision stores the newer prices that it rested on, so that no later decision is made on an older one.
  const restedOn = tooLarge === undefined ? listRestedOn(decision, held, valued) : valued.positions;
  const news = listNewPrices(state, restedOn);
  if (tooLarge !== undefined || decision.kind !== "accepted") {
    return { positions: news, outcome, result: answer };
  }
  const judged = checkEpisode({
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
  return { positions: [position, ...others], audits, outcome, ...judged, result: answer };
}

/** The positions on whose prices a decision rests: for the trading power every one of the account. */
function listRestedOn(
  decision: CoverDecision,
  held: ValuedPosition,
  { positions }: ValuedAccount,
): readonly ValuedPosition[] {
  if (decision.kind === "accepted") return decision.isRaise ? positions : [held];
  if (decision.kind !== "refused" || decision.reason === "closing") return [];
  return decision.reason === "above-trading-power" ? positions : [held];
}

/**
 * Whether the source of a price is silent. A price is valid for its trading day: a price from a feed while any process
 * hears that feed, with or without news of the symbol; a price set by hand until the day ends. A reference price is not a last
 * price, and a price from the future comes from a wrong clock.
 */
function isStale({ marks }: Services, { versions }: AccountState, mark: Mark, atMs: number): boolean {
  if (mark.atMs === undefined || mark.atMs - atMs > markAheadMsMax) return true;
  if (calendarDateOf(mark.atMs) !== calendarDateOf(atMs)) return true;
  const isPlayed = mark.isPlayed === true;
  const heardAtMs = storedHeardAtMs(versions, isPlayed, atMs) ?? 0;
  // What this process heard tells nothing about the other kind of source.
  const ownHeardAtMs = isPlayed === (marks?.isPlayed === true) ? (marks?.sourceHeardAtMs() ?? 0) : 0;
  return !mark.isByHand && atMs - Math.max(mark.atMs, heardAtMs, ownHeardAtMs) > silenceMsMax;
}

function isTrading(services: Services, { instrument }: ValuedPosition, atMs: number): boolean {
  if (instrument === undefined) return false;
  if (services.marks?.isAlwaysTrading === true) return true;
  return sessionOf(instrument.exchange, atMs, services.holidays?.() ?? new Set()) !== "closed";
}

/** Finds a figure that cannot be exact after the decision, or that the cover could make too large. */
async function checkSize(
  { equityVnd }: AccountState["account"],
  before: ValuedAccount,
  after: ValuedAccount,
  decision: CoverDecision,
): Promise<string | undefined> {
  if (decision.kind === "refused" && decision.reason === "closing") return undefined;
  const { maintenanceMarginVnd, tradingPowerVnd } = decision.account;
  if (isTooLarge(maintenanceMarginVnd))
    return describeTooLarge("maintenance margin", "comes", maintenanceMarginVnd);
  if (isTooLarge(tradingPowerVnd)) return describeTooLarge("trading power", "comes", tradingPowerVnd);
  if (decision.kind !== "accepted") return undefined;
  // A cover does not depend on the rates, so only those in force count.
  return findTooLarge({ ...after, equityVnd }, () => ({ ...before, equityVnd }), "rates in force");
}

function answerOf(
  { accountId, symbol, amountVnd }: CoverOrder,
  message: string,
  { kind, position, account }: Pick<CoverDecision, "kind" | "position" | "account">,
): CoverAnswer {
  return {
    kind: "done",
    status: kind === "refused" ? "failed" : "success",
    message,
    accountId,
    symbol,
    amountVnd,
    coveredVnd: position.coveredVnd,
    maintenanceMarginVnd: account.maintenanceMarginVnd,
    tradingPowerVnd: account.tradingPowerVnd,
  };
}

function outcomeOf({ idempotency }: CoverOrder, answer: CoverAnswer): OutcomeRecord | undefined {
  if (idempotency === undefined) return undefined;
  const { key, fingerprint } = idempotency;
  return { idempotencyKey: key, fingerprint, outcome: exactJson.write(answer) };
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

/** Describes the result of an order with the figures needed to correct it. */
function formatCoverMessage(
  { symbol, amountVnd }: { readonly symbol: string; readonly amountVnd: bigint },
  { position }: Pick<ValuedPosition, "position">,
  decision: CoverDecision,
): string {
  const before = renderVnd(position.coveredVnd);
  if (decision.kind === "accepted") {
    return `The covered amount of ${symbol} is ${renderVnd(amountVnd)} now; it was ${before}.`;
  }
  if (decision.kind === "unchanged") return `The covered amount of ${symbol} is ${before} already.`;
  return `Nothing was changed: ${describeRefusal(decision, symbol, amountVnd, position.coveredVnd)}`;
}

function describeRefusal(
  { reason, boundVnd, account }: Extract<CoverDecision, { readonly kind: "refused" }>,
  symbol: string,
  amountVnd: bigint,
  coveredVnd: bigint,
): string {
  const bound = renderVnd(boundVnd ?? coveredVnd);
  switch (reason) {
    case "closing":
      return `the position in ${symbol} is being closed.`;
    case "above-trading-power":
      return `raising the covered amount of ${symbol} by ${renderVnd(amountVnd - coveredVnd)} takes more than the trading power of ${renderVnd(account.tradingPowerVnd)}; at most ${bound} can be covered.`;
    case "above-full-cover":
      return `${renderVnd(amountVnd)} is more than the position in ${symbol} needs to be fully covered; ${bound} covers it in full.`;
    case "below-need":
      return `${symbol} needs ${bound} to stay clear of its margin call, and ${renderVnd(amountVnd)} is less.`;
    case "stale-price":
      return `the last price of ${symbol} is too old to lower its covered amount of ${renderVnd(coveredVnd)} while the market is open.`;
    case "halted":
      return `${symbol} is halted, and its covered amount of ${renderVnd(coveredVnd)} can't be lowered until it trades.`;
  }
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
