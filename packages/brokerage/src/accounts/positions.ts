import { closePosition, openPosition, reducePosition } from "@trading-oms/margin";
import { type Instrument, isOnStep, onePrice, type Price, renderPrice, unitVndOf } from "@trading-oms/market";
import { checkNames } from "../names.ts";
import type { AccountKey, AuditDraft, PositionRecord, PricedAccount } from "../ports/index.ts";
import { readFacts } from "../quotes/symbol-facts.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readEffectiveRates, readLendingTerms } from "../reference/rates.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type AuditedChange, type ChangeOrigin, draftAudit, endAfter, type HoldingValues } from "./audit.ts";
import { findExpired } from "./callable.ts";
import { evaluateChange } from "./episodes.ts";
import { type AlreadyDone, type Decision, settleChange } from "./settle-change.ts";
import { type Confirmation, checkClosingPrice, checkEntry } from "./usual-prices.ts";

/** Who orders a change of a position, by default an operator named oms, and whether an unusual price is meant. */
export type PositionOrder = Partial<ChangeOrigin> &
  Confirmation & {
    /** The id of the request in the audit; a new one if omitted. */
    readonly requestId?: string | undefined;
  };

export type PositionKey = AccountKey & { readonly symbol: string };

/** The position after the change, or undefined after a close. */
export type ChangedPosition = {
  readonly kind: "done";
  readonly position: PositionRecord | undefined;
  readonly realizedVnd: bigint;
  /** Whether an earlier change under the same key made it, so that nothing was changed now. */
  readonly isRepeat?: boolean;
};

type PositionOutcome = Omit<ChangedPosition, "kind">;

/** Decides a change of a position in a listed instrument and commits it. */
async function changePosition(
  services: Services,
  key: PositionKey,
  decide: (
    instrument: Instrument,
    state: PricedAccount,
    atMs: number,
  ) => Promise<Decision<PositionOutcome> | AlreadyDone | Refusal>,
): Promise<ChangedPosition | Refusal> {
  const refusal = checkNames(key);
  if (refusal !== undefined) return refusal;
  const listed = await findInstrument(services, key.symbol);
  if (listed === undefined) {
    return refuse(
      "no_such_instrument",
      `${key.symbol} is not listed; import it, or name the contract and not an alias.`,
    );
  }
  const settled = await settleChange(services, key, async (state, atMs) => {
    const { instrument } = await readFacts(services, listed);
    const decision = await decide(instrument, state, atMs);
    return "kind" in decision
      ? decision
      : withEpisode(services, state, decision, { symbol: key.symbol, atMs });
  });
  if (settled.kind === "refused") return settled;
  if (settled.kind === "key-used")
    return { kind: "done", position: undefined, realizedVnd: 0n, isRepeat: true };
  return { kind: "done", ...settled.result };
}

/** Adds the effect on the symbol's episode to a decision. */
async function withEpisode(
  services: Services,
  state: PricedAccount,
  decision: Decision<PositionOutcome>,
  { symbol, atMs }: { readonly symbol: string; readonly atMs: number },
): Promise<Decision<PositionOutcome> | Refusal> {
  const { equityVnd, result } = decision;
  const { position } = result;
  const after = await evaluateChange(services, state, { symbol, position, equityVnd, atMs });
  if ("kind" in after) return after;
  const { held, evaluated } = after;
  const stored = held && { positions: [held.position], result: { ...result, position: held.position } };
  return { ...decision, ...stored, ...evaluated };
}

/**
 * The value of one unit at a price. The price must be usual or confirmed, and tradable unless it settles an expired contract: an index
 * has more decimals.
 */
function readUnit(
  instrument: Instrument,
  price: Price,
  order: Confirmation,
  isSettlement = false,
): bigint | Refusal {
  if (price <= 0n) return refuse("price_not_valid", "A price is above 0.");
  if (!isSettlement && !isOnStep(instrument, price)) {
    return refuse("price_not_valid", `The price is not on a step of ${instrument.symbol}.`);
  }
  return checkClosingPrice(instrument, price, order) ?? unitVndOf(instrument, price);
}

function rejectAbsent({ symbol }: PositionKey): Refusal {
  return refuse("no_such_position", `The account has no position in ${symbol}.`);
}

/** The entry of a position: a price of one unit, or the entry value of the whole position. */
export type PositionEntry = { readonly quantity: bigint } & (
  | { readonly price: Price; readonly entryVnd?: undefined }
  | { readonly entryVnd: bigint; readonly price?: undefined }
);

/**
 * Replaces the quantity and the entry of a position. An entry price may be an average, off the price steps. The cover
 * stays while the direction stays the same. To reverse a position, close it and open another. Shares are not sold short, and where
 * lending has ended no position is opened or increased. Under a key it is set once.
 */
export async function setPosition(
  services: Services,
  key: PositionKey,
  entry: PositionEntry,
  { idempotencyKey, ...order }: PositionOrder & { readonly idempotencyKey?: string | undefined } = {},
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const isDone = idempotencyKey && (await services.store.readOutcome(key.userId, idempotencyKey));
    if (isDone) return { kind: "key-used" };
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before?.isClosing === true) {
      const message = `The position in ${key.symbol} is being closed; cancel the closing first, or reduce or close it at a price.`;
      return refuse("position_closing", message);
    }
    if (entry.quantity === 0n)
      return refuse("quantity_not_valid", "A position has a quantity; to end it, close it.");
    if (before !== undefined && before.quantity > 0n !== entry.quantity > 0n) {
      return refuse(
        "opposite_position",
        `The position in ${key.symbol} points the other way; close it first.`,
      );
    }
    const expiredOn = findExpired(services, key.symbol);
    const isIncreased = sizeOf(entry) > (before === undefined ? 0n : sizeOf(before));
    if (expiredOn !== undefined && isIncreased) {
      return refuse(
        "contract_expired",
        `${key.symbol} expired on ${expiredOn}, so nothing is opened in it; close what is held at the settlement price.`,
      );
    }
    const entryVnd = readEntryVnd(instrument, entry);
    if (typeof entryVnd !== "bigint") return entryVnd;
    const unusual = checkEntry(instrument, { quantity: entry.quantity, entryVnd }, order);
    if (unusual !== undefined) return unusual;
    const { rates, isLendingEnded } = await readLendingTerms(services, instrument);
    if (isIncreased && entry.quantity < 0n && instrument.exchange !== "DERIVATIVES")
      return refuse("short_shares", `${key.symbol} can't be sold short: only futures can.`);
    if (isIncreased && isLendingEnded) {
      const message = `Lending on ${key.symbol} has ended: a position in it can be reduced or closed, but neither opened nor increased.`;
      return refuse("lending_ended", message);
    }
    const position: PositionRecord = {
      symbol: key.symbol,
      ...openPosition(entry.quantity, entryVnd, rates),
      coveredVnd: before?.coveredVnd ?? 0n,
      isClosing: false,
      openedAtMs: before?.openedAtMs ?? atMs,
      changedAtMs: atMs,
      decisionPrice: before?.decisionPrice,
    };
    const outcome =
      idempotencyKey === undefined ? undefined : { idempotencyKey, fingerprint: "", answer: "{}" };
    const { equityVnd } = state.account;
    const after = { position, equityVnd, markPrice: entry.price };
    const by = { requestId: idempotencyKey, ...order, atMs };
    const audits = await auditHolding(services, state, key, { kind: "entry", by, after });
    return { positions: [position], audits, outcome, result: { position, realizedVnd: 0n } };
  });
}

/** What happened to a position: who ordered it, and the position and the equity after it. */
type HoldingChange = {
  readonly kind: "entry" | "reduction" | "result" | "settlement";
  readonly by: PositionOrder & { readonly atMs: number };
  readonly after: {
    readonly position?: PositionRecord;
    readonly equityVnd: bigint;
    readonly markPrice: Price | undefined;
  };
  readonly earlier?: readonly AuditDraft[];
};

/** Drafts the entry that says how a position and the equity were changed. */
async function auditHolding(
  services: Services,
  { account, positions }: PricedAccount,
  { symbol }: PositionKey,
  { kind, by, after: { position, equityVnd, markPrice }, earlier = [] }: HoldingChange,
): Promise<AuditDraft[]> {
  const before = positions.find((each) => each.symbol === symbol);
  const change: AuditedChange = {
    kind,
    before: holdingValuesOf(symbol, before, account.equityVnd),
    after: { ...holdingValuesOf(symbol, position, equityVnd), markPrice },
  };
  return [...earlier, await draftAudit(services, endAfter(account, earlier), originOf(services, by), change)];
}

function holdingValuesOf(
  symbol: string,
  position: PositionRecord | undefined,
  equityVnd: bigint,
): HoldingValues {
  const { quantity = 0n, entryVnd = 0n, postedVnd = 0n } = position ?? {};
  return { symbol, quantity, entryVnd, postedVnd, equityVnd };
}

function originOf(
  services: Services,
  { actor = { kind: "operator", name: "oms" }, reason, requestId, atMs }: HoldingChange["by"],
): Parameters<typeof draftAudit>[2] {
  return { actor, reason, requestId: requestId ?? services.makeId(), atMs };
}

function readEntryVnd({ contractSize = 1n }: Instrument, entry: PositionEntry): bigint | Refusal {
  if (entry.entryVnd !== undefined) {
    return entry.entryVnd > 0n ? entry.entryVnd : refuse("amount_not_valid", "An entry value is above 0.");
  }
  if (entry.price <= 0n) return refuse("price_not_valid", "A price is above 0.");
  const entryThousandths = sizeOf(entry) * entry.price * contractSize;
  if (entryThousandths % onePrice === 0n) return entryThousandths / onePrice;
  return refuse(
    "price_not_valid",
    `The entry value of ${renderPrice(entryThousandths)} VND is not whole; give a price at which it is, or the entry value itself.`,
  );
}

function sizeOf({ quantity }: { readonly quantity: bigint }): bigint {
  return quantity < 0n ? -quantity : quantity;
}

/** Reduces a position at a price. The cover stays. */
export async function reduceHolding(
  services: Services,
  key: PositionKey,
  part: { readonly quantity: bigint; readonly price: Price },
  order: PositionOrder = {},
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return rejectAbsent(key);
    const size = sizeOf(before);
    if (part.quantity <= 0n || part.quantity >= size) {
      return refuse(
        "quantity_not_valid",
        `A part of ${size} is 1 to ${size - 1n}; to take all of it, close it.`,
      );
    }
    const unit = readUnit(instrument, part.price, order);
    if (typeof unit !== "bigint") return unit;
    const { position: rest, realizedVnd } = reducePosition(before, part.quantity, unit);
    const position: PositionRecord = { ...before, ...rest, changedAtMs: atMs };
    const equityVnd = state.account.equityVnd + realizedVnd;
    const after = { position, equityVnd, markPrice: part.price };
    const by = { ...order, atMs };
    const audits = await auditHolding(services, state, key, { kind: "reduction", by, after });
    return { equityVnd, positions: [position], audits, result: { position, realizedVnd } };
  });
}

/** Closes a position at a price. The audit records the result, and before it the release of a cover or the end of a closing. */
export async function closeHolding(
  services: Services,
  key: PositionKey,
  price: Price,
  order: PositionOrder,
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return rejectAbsent(key);
    const isSettlement = findExpired(services, key.symbol) !== undefined;
    const unitVnd = readUnit(instrument, price, order, isSettlement);
    if (typeof unitVnd !== "bigint") return unitVnd;
    const { realizedVnd } = closePosition(before, unitVnd);
    const equityVnd = state.account.equityVnd + realizedVnd;
    const result = { position: undefined, realizedVnd };
    const by = { requestId: services.makeId(), ...order, atMs };
    const earlier = await auditRelease(services, state, before, { by, instrument, price, unitVnd });
    const after = { equityVnd, markPrice: price };
    const kind = isSettlement ? "settlement" : "result";
    const audits = await auditHolding(services, state, key, { kind, by, after, earlier });
    return { equityVnd, closedSymbols: [key.symbol], audits, result };
  });
}

/** Drafts the entry about what a position sets free when it is closed; none if it was neither covered nor closing. */
async function auditRelease(
  services: Services,
  { account }: PricedAccount,
  { symbol, coveredVnd, isClosing }: PositionRecord,
  terms: {
    readonly by: HoldingChange["by"];
    readonly instrument: Instrument;
    readonly price: Price;
    readonly unitVnd: bigint;
  },
): Promise<AuditDraft[]> {
  if (coveredVnd === 0n && !isClosing) return [];
  const { by, instrument, price, unitVnd } = terms;
  const rates = await readEffectiveRates(services, instrument);
  const change: AuditedChange = {
    kind: "release",
    before: { symbol, coveredVnd },
    after: { symbol, coveredVnd: 0n, markPrice: price, unitVnd, ...rates },
  };
  return [await draftAudit(services, account, originOf(services, by), change)];
}

/**
 * Marks a position as closing, or cancels that. While a position is closing, it can't be set, its cover can't change,
 * and it is neither called nor reminded. After a cancellation it is evaluated at once.
 */
export async function markClosing(
  services: Services,
  key: PositionKey,
  isClosing: boolean,
  origin: ChangeOrigin,
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (_instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return rejectAbsent(key);
    const { symbol } = key;
    if (!isClosing && !before.isClosing) {
      return refuse("position_not_closing", `The position in ${symbol} is not being closed.`);
    }
    if (before.isClosing === isClosing) return { result: { position: before, realizedVnd: 0n } };
    const audit = await draftAudit(
      services,
      state.account,
      { ...origin, atMs, requestId: services.makeId() },
      { kind: "closing", before: { symbol, isClosing: !isClosing }, after: { symbol, isClosing } },
    );
    const position: PositionRecord = { ...before, isClosing, changedAtMs: atMs };
    return { positions: [position], audits: [audit], result: { position, realizedVnd: 0n } };
  });
}
