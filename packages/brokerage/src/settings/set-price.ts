/** Sets the last price of a symbol by hand. */
import { amountVndMax } from "@trading-oms/margin";
import { bandOf, type Instrument, isOnStep, type Price, unitVndOf } from "@trading-oms/market";
import { reservedUserId } from "../accounts/chains.ts";
import { readAllAccounts, valueAccount } from "../accounts/figures.ts";
import {
  type Answered,
  type AnswerOptions,
  answered,
  answerOnce,
  checkAmounts,
  outcomeOf,
} from "../accounts/settle-change.ts";
import { isInBand, isNear } from "../accounts/usual-prices.ts";
import type { MarkRecord } from "../ports/index.ts";
import { readFacts } from "../quotes/symbol-facts.ts";
import { findInstrument } from "../reference/catalog.ts";
import { formatRefusal, type PriceRefusalCode, priceIn, priceRefusals } from "../refusal-texts.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type ReferenceOrigin, settleChain } from "./settle-chain.ts";

/** A price to set as of now, and who orders it. */
export type PriceOrder = ReferenceOrigin &
  AnswerOptions & {
    readonly symbol: string;
    readonly price: Price;
    /** Whether a price outside the band of the day, or far from the last one, is meant. */
    readonly isConfirmed?: boolean | undefined;
  };

export type PriceAnswer = Answered<PriceRefusalCode> & {
  readonly symbol: string;
  /** The last price before and after; undefined where there is none. */
  readonly beforePrice?: Price | undefined;
  readonly afterPrice?: Price | undefined;
};

/**
 * Sets the last price of a symbol by hand as of now. Changes of accounts allow for any price within the day's band;
 * beyond it, every account that holds the symbol is checked against the new price. A refusal by a rule is an answer like
 * any other and is stored like one.
 */
export async function setPrice(services: Services, order: PriceOrder): Promise<PriceAnswer | Refusal> {
  const { symbol, price, idempotency } = order;
  const listed = await findInstrument(services, symbol);
  if (listed === undefined) {
    const refusal = refuse("no_such_instrument", `${symbol} is not listed.`);
    return answerOnce<PriceAnswer>(services, { userId: reservedUserId, idempotency }, refusal);
  }
  const faultOfPrice = await checkPrice(services, (await readFacts(services, listed)).instrument, price);
  return settleChain(services, "prices", order, async (_state, atMs) => {
    const { instrument, lastTrade: before } = await readFacts(services, listed);
    const code = faultOfPrice?.code ?? checkLast(instrument, order, before, atMs);
    const told = { before: before?.price, code, tooLarge: faultOfPrice?.tooLarge };
    const answer: PriceAnswer = {
      ...answered(describePrice(instrument, order, told), code),
      symbol,
      beforePrice: before?.price,
      afterPrice: code === undefined ? price : before?.price,
    };
    const outcome = outcomeOf(idempotency, answer);
    if (code !== undefined) return { outcome, result: answer };
    return {
      marks: [{ symbol, price, atMs, isByHand: true }],
      entry: {
        kind: "price",
        before: { symbol, markPrice: before?.price },
        after: { symbol, markPrice: price },
      },
      outcome,
      result: answer,
    };
  });
}

/** Whether a price lies within the band of the day, and no further than a tenth from its reference and from the last one. */
function isUsual(instrument: Instrument, price: Price, lastPrice: Price | undefined): boolean {
  if (!isInBand(instrument, price) || !isNear(price, instrument.referencePrice)) return false;
  return lastPrice === undefined || isNear(price, lastPrice);
}

export function checkLast(
  instrument: Instrument,
  { price, isConfirmed }: Pick<PriceOrder, "price" | "isConfirmed">,
  last: MarkRecord | undefined,
  atMs: number,
): PriceRefusalCode | undefined {
  if (last !== undefined && last.atMs > atMs && last.isPlayed !== true) return "price_newer";
  return isConfirmed === true || isUsual(instrument, price, last?.price) ? undefined : "price_unusual";
}

type Fault = { readonly code: PriceRefusalCode | undefined; readonly tooLarge?: string | undefined };

async function checkPrice(
  services: Services,
  instrument: Instrument,
  price: Price,
): Promise<Fault | undefined> {
  if (!isPrice(instrument, price)) return { code: "price_not_valid" };
  if (isInBand(instrument, price)) return undefined;
  const refusal = await checkHolders(services, new Map([[instrument.symbol, unitVndOf(instrument, price)]]));
  return refusal && { code: "amounts_too_large", tooLarge: refusal.message };
}

/** Whether a symbol can have a price. */
export function isPrice(instrument: Instrument, price: Price): boolean {
  return price > 0n && price <= amountVndMax && isOnStep(instrument, price);
}

/** Refuses prices with which an amount of an account could become too large. */
export async function checkHolders(
  services: Services,
  unitVndOfSymbol: ReadonlyMap<string, bigint>,
): Promise<Refusal | undefined> {
  for await (const states of readAllAccounts(services)) {
    for (const state of states) {
      const { account, positions } = state;
      if (!positions.some(({ symbol }) => unitVndOfSymbol.has(symbol))) continue;
      const { equityVnd, accountId } = account;
      const before = await valueAccount(services, account, positions, state);
      const after = before.positions.map((each) => {
        const unitVnd = unitVndOfSymbol.get(each.position.symbol) ?? each.mark.unitVnd;
        return { ...each, mark: { ...each.mark, unitVnd } };
      });
      const refusal = await checkAmounts({ equityVnd, positions: after }, () => ({ equityVnd, ...before }));
      if (refusal !== undefined) return { ...refusal, message: `Account ${accountId}: ${refusal.message}` };
    }
  }
  return undefined;
}

export function describePrice(
  instrument: Instrument,
  { price, language = "en" }: Pick<PriceOrder, "price" | "language">,
  { before, code, tooLarge = "" }: { readonly before: Price | undefined } & Partial<Fault>,
): string {
  const { symbol } = instrument;
  const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
  const write = (each: Price): string => priceIn(language, each);
  const lastPrice = before === undefined ? undefined : write(before);
  const isFarFromLast = before !== undefined && !isNear(price, before);
  const farFrom = isFarFromLast ? undefined : write(instrument.referencePrice);
  const prices = {
    price: write(price),
    lastPrice,
    referencePrice: farFrom,
    floor: write(floor),
    ceiling: write(ceiling),
  };
  const figures = { symbol, ...prices, isInBand: isInBand(instrument, price), tooLarge };
  if (code !== undefined) return formatRefusal(priceRefusals, code, figures, language);
  const was = language === "vi" ? "; trước đó là" : "; it was";
  const end = lastPrice === undefined ? "." : `${was} ${lastPrice}.`;
  return language === "vi"
    ? `Giá của ${symbol} hiện là ${prices.price}${end}`
    : `The price of ${symbol} is ${prices.price} now${end}`;
}
