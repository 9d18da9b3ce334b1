import { type CoverDecision, decideCover } from "@trading-oms/margin";
import { sessionOf } from "@trading-oms/market";
import { amountVndMax } from "./amount-vnd-max.ts";
import { type Actor, writeAuditEntry } from "./audit-entry.ts";
import { exactJson } from "./exact-json.ts";
import { hashAudit } from "./hash-audit.ts";
import { judgeEpisode } from "./judge-episode.ts";
import { judgeNames } from "./judge-names.ts";
import type { AccountState, AuditDraft, OutcomeRecord, PositionRecord } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { sayCover } from "./say-cover.ts";
import type { Services } from "./services.ts";
import { type AlreadyDone, type Decision, settleChange } from "./settle-change.ts";
import { type Mark, type ValuedPosition, valueAccount } from "./value-account.ts";
import { silenceMsMax } from "./watch/may-decide.ts";

/** The covered amount that a position is to have, and who says so. */
export type CoverOrder = {
  readonly userId: string;
  readonly accountId: string;
  readonly symbol: string;
  /** Absolute, and not a change. */
  readonly amountVnd: bigint;
  readonly actor: Actor;
  readonly requestId: string;
  /** Makes a repeat of the order one order with it; the fingerprint tells another order under the same key. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
};

/** What came of an order, with the figures as they stand after it. */
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
  /** When it was answered first, where this is a repeat under a key: all figures are of then. */
  readonly firstDoneAtMs?: number;
};

/** How far the clock of whoever set it may be ahead. */
const markAheadMsMax = 1_000;

/** Sets the covered amount of a position; what a rule refuses is an answer like any other, and kept like one. */
export async function setCover(services: Services, order: CoverOrder): Promise<CoverAnswer | Refusal> {
  const { userId, idempotency } = order;
  if (judgeNames(order) !== undefined) return refuseAbsent();
  const settled = await settleChange(services, order, async (state, atMs) => {
    const decision = await decide(services, state, order, atMs);
    // A commit finds by itself that its key was used; what comes to no commit may be a repeat of something that did.
    const isRepeat =
      isRefusal(decision) && idempotency && (await services.store.readOutcome(userId, idempotency.key));
    return isRepeat ? alreadyDone : decision;
  });
  if (settled.kind === "done") return settled.result;
  if (settled.kind === "key-used") return replay(services, order);
  return settled.code === "no-such-account" ? refuseAbsent() : settled;
}

function isRefusal(decision: Decision<CoverAnswer> | Refusal): decision is Refusal {
  return "kind" in decision;
}

const alreadyDone: AlreadyDone = { kind: "key-used" };

/** Whether the account, the position or the user is not there is told to nobody. */
function refuseAbsent(): Refusal {
  return refuse("no-such-position", "There is no such position.");
}

async function replay(
  { store }: Services,
  { userId, idempotency }: CoverOrder,
): Promise<CoverAnswer | Refusal> {
  const kept = idempotency && (await store.readOutcome(userId, idempotency.key));
  if (kept === undefined) throw new Error("An outcome that is there can't be found.");
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
  if (held === undefined) return refuseAbsent();
  const decision = decideCover({
    position: held.position,
    rates: held.rates,
    unitVnd: held.mark.unitVnd,
    account: valued.figures,
    isClosing: held.position.isClosing,
    newCoveredVnd: amountVnd,
    isStale: isStale(services, held.mark, atMs),
    isTrading: isTrading(services, held, atMs),
    isHalted: services.marks?.isHalted(symbol) ?? false,
  });
  const answer = answerOf(order, held, decision);
  judgeFigures(answer);
  const outcome = outcomeOf(order, answer);
  if (decision.kind !== "accepted") return { outcome, result: answer };
  const position: PositionRecord = { ...held.position, coveredVnd: amountVnd, changedAtMs: atMs };
  const judged = judgeEpisode({
    state,
    symbol,
    held: { ...held, position, figures: decision.figures },
    account: decision.account,
    occasion: decision.isRaise ? "raise" : "change",
    atMs,
    services,
  });
  const audits = [await auditOf(services, state, order, { held, atMs })];
  return { positions: [position], audits, outcome, ...judged, result: answer };
}

/**
 * A price stands as long as its feed is heard, with news of it or without; one that was set by hand has nobody who says
 * that it still holds. A price from the future is of a clock that is wrong, and says nothing of now.
 */
function isStale({ marks }: Services, mark: Mark, atMs: number): boolean {
  if (mark.atMs === undefined || mark.atMs - atMs > markAheadMsMax) return true;
  const saidAtMs = mark.isByHand ? mark.atMs : Math.max(mark.atMs, marks?.heardAtMs() ?? 0);
  return atMs - saidAtMs > silenceMsMax;
}

function isTrading(services: Services, { instrument }: ValuedPosition, atMs: number): boolean {
  if (instrument === undefined) return false;
  if (services.marks?.isAlwaysTrading === true) return true;
  return sessionOf(instrument.exchange, atMs, services.holidays?.() ?? new Set()) !== "closed";
}

/** What can't be told exactly is not done; it takes a price that no market has ever seen. */
function judgeFigures({ maintenanceMarginVnd, tradingPowerVnd }: CoverAnswer): void {
  if (
    maintenanceMarginVnd > amountVndMax ||
    tradingPowerVnd < -amountVndMax ||
    tradingPowerVnd > amountVndMax
  ) {
    throw new RangeError("The figures of an account are beyond what can be told exactly.");
  }
}

function answerOf(order: CoverOrder, held: ValuedPosition, decision: CoverDecision): CoverAnswer {
  return {
    kind: "done",
    status: decision.kind === "refused" ? "failed" : "success",
    message: sayCover(order, held, decision),
    accountId: order.accountId,
    symbol: order.symbol,
    amountVnd: order.amountVnd,
    coveredVnd: decision.position.coveredVnd,
    maintenanceMarginVnd: decision.account.maintenanceMarginVnd,
    tradingPowerVnd: decision.account.tradingPowerVnd,
  };
}

function outcomeOf({ idempotency }: CoverOrder, answer: CoverAnswer): OutcomeRecord | undefined {
  if (idempotency === undefined) return undefined;
  const { key, fingerprint } = idempotency;
  return { idempotencyKey: key, fingerprint, outcome: exactJson.write(answer) };
}

async function auditOf(
  services: Services,
  { account }: AccountState,
  { accountId, symbol, amountVnd, actor, requestId }: CoverOrder,
  { held: { position, mark, rates }, atMs }: { readonly held: ValuedPosition; readonly atMs: number },
): Promise<AuditDraft> {
  const entry = writeAuditEntry({
    accountId,
    place: account.auditCount + 1,
    atMs,
    actor,
    requestId,
    symbol,
    fromVnd: position.coveredVnd,
    toVnd: amountVnd,
    price: mark.price,
    unitVnd: mark.unitVnd,
    rates,
  });
  return { entry, hash: await hashAudit(services, account.auditHash, entry) };
}
