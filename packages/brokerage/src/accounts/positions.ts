import { closePosition, openPosition, reducePosition } from "@trading-oms/margin";
import { type Instrument, isOnStep, onePrice, type Price, renderPrice, unitVndOf } from "@trading-oms/market";
import { hashAudit, writeAuditEntry } from "../covers/audit.ts";
import type { AccountKey, AccountState, AuditDraft, PositionRecord } from "../ports/index.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readEffectiveRates } from "../reference/rates.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { judgeEpisode } from "../watch/episodes.ts";
import { judgeNames } from "./accounts.ts";
import { valueAccount } from "./figures.ts";
import { type Decision, judgeAmounts, settleChange } from "./settle-change.ts";

/** Identifies a position: its account and symbol. */
export type PositionKey = AccountKey & { readonly symbol: string };

/** The position after the change, or undefined after a close. */
export type ChangedPosition = {
  readonly kind: "done";
  readonly position: PositionRecord | undefined;
  readonly realizedVnd: bigint;
};

/** The result of a decision about a position. */
type PositionOutcome = Omit<ChangedPosition, "kind">;

/** Decides a change of a position in a listed instrument and commits it. */
async function changePosition(
  services: Services,
  key: PositionKey,
  decide: (
    instrument: Instrument,
    state: AccountState,
    atMs: number,
  ) => Promise<Decision<PositionOutcome> | Refusal>,
): Promise<ChangedPosition | Refusal> {
  const refusal = judgeNames(key);
  if (refusal !== undefined) return refusal;
  const instrument = await findInstrument(services, key.symbol);
  if (instrument === undefined) {
    return refuse(
      "no-such-instrument",
      `${key.symbol} is not listed; import it, or name the contract and not an alias.`,
    );
  }
  const settled = await settleChange(services, key, async (state, atMs) => {
    const decision = await decide(instrument, state, atMs);
    return "kind" in decision
      ? decision
      : withEpisode(services, state, decision, { symbol: key.symbol, atMs });
  });
  if (settled.kind === "refused") return settled;
  if (settled.kind === "key-used") throw new Error("A change without a key can't find it used.");
  return { kind: "done", ...settled.result };
}

/**
 * Adds the effect on the symbol's episode to a decision. A change of position is judged immediately, at any hour, by
 * the current mark.
 */
async function withEpisode(
  services: Services,
  state: AccountState,
  decision: Decision<PositionOutcome>,
  { symbol, atMs }: { readonly symbol: string; readonly atMs: number },
): Promise<Decision<PositionOutcome> | Refusal> {
  const { position } = decision.result;
  const others = state.positions.filter((each) => each.symbol !== symbol);
  const positions = position === undefined ? others : [...others, position];
  const equityVnd = decision.equityVnd ?? state.account.equityVnd;
  const valued = await valueAccount(services, { equityVnd }, positions);
  const tooLarge = await judgeAmounts({ equityVnd, ...valued }, async () => ({
    ...state.account,
    ...(await valueAccount(services, state.account, state.positions)),
  }));
  if (tooLarge !== undefined) return tooLarge;
  const held = valued.positions.find((each) => each.position.symbol === symbol);
  const judged = judgeEpisode({
    state,
    symbol,
    held,
    account: valued.figures,
    occasion: "change",
    atMs,
    services,
  });
  const kept = held && {
    positions: [held.position],
    result: { ...decision.result, position: held.position },
  };
  return { ...decision, ...kept, ...judged };
}

/** The value of one unit at a price. The price must be tradable. */
function readUnit(instrument: Instrument, price: Price): bigint | Refusal {
  if (price <= 0n) return refuse("price-not-valid", "A price is above 0.");
  if (!isOnStep(instrument, price)) {
    return refuse("price-not-valid", `The price is not on a step of ${instrument.symbol}.`);
  }
  return unitVndOf(instrument, price);
}

/** Refuses because the position does not exist. */
function refuseAbsent({ symbol }: PositionKey): Refusal {
  return refuse("no-such-position", `The account has no position in ${symbol}.`);
}

/**
 * Replaces the quantity and entry price of a position. The price may be an average, off the price steps. The cover
 * stays while the direction stays the same. To reverse a position, close it and open another.
 */
export async function setPosition(
  services: Services,
  key: PositionKey,
  entry: { readonly quantity: bigint; readonly price: Price },
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (entry.quantity === 0n)
      return refuse("quantity-not-valid", "A position has a quantity; to end it, close it.");
    if (before !== undefined && before.quantity > 0n !== entry.quantity > 0n) {
      return refuse(
        "opposite-position",
        `The position in ${key.symbol} points the other way; close it first.`,
      );
    }
    if (entry.price <= 0n) return refuse("price-not-valid", "A price is above 0.");
    const size = entry.quantity < 0n ? -entry.quantity : entry.quantity;
    const entryThousandths = size * entry.price * (instrument.contractSize ?? 1n);
    if (entryThousandths % onePrice !== 0n) {
      const entryValue = renderPrice(entryThousandths);
      return refuse(
        "price-not-valid",
        `The entry value of ${entryValue} VND is not whole; give a price at which it is.`,
      );
    }
    const rates = await readEffectiveRates(services, instrument);
    const position: PositionRecord = {
      symbol: key.symbol,
      ...openPosition(entry.quantity, entryThousandths / onePrice, rates),
      coveredVnd: before?.coveredVnd ?? 0n,
      isClosing: before?.isClosing ?? false,
      openedAtMs: before?.openedAtMs ?? atMs,
      changedAtMs: atMs,
      judged: before?.judged,
    };
    return { positions: [position], result: { position, realizedVnd: 0n } };
  });
}

/** Reduces a position at a price. The cover stays. */
export async function reduceHolding(
  services: Services,
  key: PositionKey,
  part: { readonly quantity: bigint; readonly price: Price },
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return refuseAbsent(key);
    const size = before.quantity < 0n ? -before.quantity : before.quantity;
    if (part.quantity <= 0n || part.quantity >= size) {
      return refuse(
        "quantity-not-valid",
        `A part of ${size} is 1 to ${size - 1n}; to take all of it, close it.`,
      );
    }
    const unit = readUnit(instrument, part.price);
    if (typeof unit !== "bigint") return unit;
    const { position: rest, realizedVnd } = reducePosition(before, part.quantity, unit);
    const position: PositionRecord = { ...before, ...rest, changedAtMs: atMs };
    const equityVnd = state.account.equityVnd + realizedVnd;
    return { equityVnd, positions: [position], result: { position, realizedVnd } };
  });
}

/**
 * Closes a position at a price. Without a price the position is only marked as closing: its cover cannot change
 * any more, and it is neither called nor reminded.
 */
export async function closeHolding(
  services: Services,
  key: PositionKey,
  price: Price | undefined,
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return refuseAbsent(key);
    if (price === undefined) {
      const position: PositionRecord = { ...before, isClosing: true, changedAtMs: atMs };
      return { positions: [position], result: { position, realizedVnd: 0n } };
    }
    const unit = readUnit(instrument, price);
    if (typeof unit !== "bigint") return unit;
    const { realizedVnd } = closePosition(before, unit);
    const equityVnd = state.account.equityVnd + realizedVnd;
    const result = { position: undefined, realizedVnd };
    const audits = await auditRelease(services, state, before, { instrument, price, unitVnd: unit, atMs });
    return { equityVnd, closedSymbols: [key.symbol], audits, result };
  });
}

/** Closing a position releases its cover; the audit records the release. */
async function auditRelease(
  services: Services,
  { account }: AccountState,
  { symbol, coveredVnd }: PositionRecord,
  at: {
    readonly instrument: Instrument;
    readonly price: Price;
    readonly unitVnd: bigint;
    readonly atMs: number;
  },
): Promise<readonly AuditDraft[]> {
  if (coveredVnd === 0n) return [];
  const entry = writeAuditEntry({
    accountId: account.accountId,
    place: account.auditCount + 1,
    atMs: at.atMs,
    actor: { kind: "closing", name: "" },
    requestId: services.makeId(),
    symbol,
    fromVnd: coveredVnd,
    toVnd: 0n,
    price: at.price,
    unitVnd: at.unitVnd,
    rates: await readEffectiveRates(services, at.instrument),
  });
  return [{ entry, hash: await hashAudit(services, account.auditHash, entry) }];
}
