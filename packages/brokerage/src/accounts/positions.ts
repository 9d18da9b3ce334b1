import { closePosition, openPosition, reducePosition } from "@trading-oms/margin";
import { type Instrument, isOnStep, onePrice, type Price, renderPrice, unitVndOf } from "@trading-oms/market";
import { checkNames } from "../names.ts";
import type { AccountKey, AccountState, PositionRecord } from "../ports/index.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readEffectiveRates } from "../reference/rates.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type ChangeOrigin, draftAudit } from "./audit.ts";
import { checkEpisode } from "./episodes.ts";
import { valueAccount } from "./figures.ts";
import { type AlreadyDone, checkAmounts, type Decision, settleChange } from "./settle-change.ts";

/** Identifies a position: its account and symbol. */
export type PositionKey = AccountKey & { readonly symbol: string };

/** The position after the change, or undefined after a close. */
export type ChangedPosition = {
  readonly kind: "done";
  readonly position: PositionRecord | undefined;
  readonly realizedVnd: bigint;
  /** Whether an earlier change under the same key made it, so that nothing was changed now. */
  readonly isRepeat?: boolean;
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
  ) => Promise<Decision<PositionOutcome> | AlreadyDone | Refusal>,
): Promise<ChangedPosition | Refusal> {
  const refusal = checkNames(key);
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
  if (settled.kind === "key-used")
    return { kind: "done", position: undefined, realizedVnd: 0n, isRepeat: true };
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
  const tooLarge = await checkAmounts({ equityVnd, ...valued }, async () => ({
    ...state.account,
    ...(await valueAccount(services, state.account, state.positions)),
  }));
  if (tooLarge !== undefined) return tooLarge;
  const held = valued.positions.find((each) => each.position.symbol === symbol);
  const judged = checkEpisode({
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
function rejectAbsent({ symbol }: PositionKey): Refusal {
  return refuse("no-such-position", `The account has no position in ${symbol}.`);
}

/** The entry of a position: a price of one unit, or the entry value of the whole position. */
export type PositionEntry = { readonly quantity: bigint } & (
  | { readonly price: Price; readonly entryVnd?: undefined }
  | { readonly entryVnd: bigint; readonly price?: undefined }
);

/**
 * Replaces the quantity and the entry of a position. An entry price may be an average, off the price steps. The cover
 * stays while the direction stays the same. To reverse a position, close it and open another. Under a key it is set once.
 */
export async function setPosition(
  services: Services,
  key: PositionKey,
  entry: PositionEntry,
  idempotencyKey?: string,
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const isDone = idempotencyKey && (await services.store.readOutcome(key.userId, idempotencyKey));
    if (isDone) return { kind: "key-used" };
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before?.isClosing === true) {
      const message = `The position in ${key.symbol} is being closed; cancel the closing first, or reduce or close it at a price.`;
      return refuse("position-closing", message);
    }
    if (entry.quantity === 0n)
      return refuse("quantity-not-valid", "A position has a quantity; to end it, close it.");
    if (before !== undefined && before.quantity > 0n !== entry.quantity > 0n) {
      return refuse(
        "opposite-position",
        `The position in ${key.symbol} points the other way; close it first.`,
      );
    }
    const entryVnd = readEntryVnd(instrument, entry);
    if (typeof entryVnd !== "bigint") return entryVnd;
    const rates = await readEffectiveRates(services, instrument);
    const position: PositionRecord = {
      symbol: key.symbol,
      ...openPosition(entry.quantity, entryVnd, rates),
      coveredVnd: before?.coveredVnd ?? 0n,
      isClosing: false,
      openedAtMs: before?.openedAtMs ?? atMs,
      changedAtMs: atMs,
      judged: before?.judged,
    };
    const outcome =
      idempotencyKey === undefined ? undefined : { idempotencyKey, fingerprint: "", outcome: "{}" };
    return { positions: [position], outcome, result: { position, realizedVnd: 0n } };
  });
}

/** The entry value in whole VND. */
function readEntryVnd({ contractSize = 1n }: Instrument, entry: PositionEntry): bigint | Refusal {
  if (entry.entryVnd !== undefined) {
    return entry.entryVnd > 0n ? entry.entryVnd : refuse("amount-not-valid", "An entry value is above 0.");
  }
  if (entry.price <= 0n) return refuse("price-not-valid", "A price is above 0.");
  const size = entry.quantity < 0n ? -entry.quantity : entry.quantity;
  const entryThousandths = size * entry.price * contractSize;
  if (entryThousandths % onePrice === 0n) return entryThousandths / onePrice;
  return refuse(
    "price-not-valid",
    `The entry value of ${renderPrice(entryThousandths)} VND is not whole; give a price at which it is, or the entry value itself.`,
  );
}

/** Reduces a position at a price. The cover stays. */
export async function reduceHolding(
  services: Services,
  key: PositionKey,
  part: { readonly quantity: bigint; readonly price: Price },
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return rejectAbsent(key);
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

/** Closes a position at a price. Closing releases its cover and ends a closing; the audit records both as a release. */
export async function closeHolding(
  services: Services,
  key: PositionKey,
  price: Price,
  origin: ChangeOrigin,
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return rejectAbsent(key);
    const unitVnd = readUnit(instrument, price);
    if (typeof unitVnd !== "bigint") return unitVnd;
    const { realizedVnd } = closePosition(before, unitVnd);
    const equityVnd = state.account.equityVnd + realizedVnd;
    const result = { position: undefined, realizedVnd };
    const closed = { equityVnd, closedSymbols: [key.symbol], result };
    const { symbol, coveredVnd } = before;
    if (coveredVnd === 0n && !before.isClosing) return closed;
    const rates = await readEffectiveRates(services, instrument);
    const audit = await draftAudit(
      services,
      state.account,
      { ...origin, atMs, requestId: services.makeId() },
      {
        kind: "release",
        before: { symbol, coveredVnd },
        after: { symbol, coveredVnd: 0n, markPrice: price, unitVnd, ...rates },
      },
    );
    return { ...closed, audits: [audit] };
  });
}

/**
 * Marks a position as closing, or cancels that. While a position is closing, it can't be set, its cover can't change,
 * and it is neither called nor reminded. After a cancellation it is judged at once.
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
      return refuse("position-not-closing", `The position in ${symbol} is not being closed.`);
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
