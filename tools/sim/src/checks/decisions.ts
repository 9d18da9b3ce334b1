/** What each decision must respect: the movements, the newest facts, the trading power and what calls need. */

import type {
  Change,
  EvaluatedPrice,
  MarkRecord,
  PositionRecord,
  QuoteRecord,
} from "@trading-oms/brokerage/ports";
import { readQuoteDay } from "@trading-oms/market";
import type { MemoryContent } from "@trading-oms/store/memory";
import { referencePrice } from "../world/content.ts";
import type { Fact } from "../world/exchange.ts";
import { beginMs } from "../world/world.ts";

type MemoryAccount = NonNullable<ReturnType<MemoryContent["accounts"]["get"]>>;
type Rates = {
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
};

/** An entry of the audit, as it is written. */
export type Entry = {
  readonly kind: string;
  readonly reason: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

/** A commit: what it asked for, and the account before and after. */
export type Written = {
  readonly change: Change;
  readonly before: MemoryAccount | undefined;
  readonly after: MemoryAccount;
  readonly entries: readonly Entry[];
};

/** What the store held when a decision read its account. */
export type Read = {
  readonly version: number;
  readonly atMs: number;
  readonly ratesVersion: number;
  readonly marks: ReadonlyMap<string, MarkRecord | undefined>;
  readonly quotes: ReadonlyMap<string, QuoteRecord | undefined>;
};

/** Total equity moves by cash and by the results of positions, and by nothing else. */
export function checkEquity({ change: { movement }, before, after, entries }: Written): string | undefined {
  const cashVnd =
    movement === undefined ? 0n : movement.kind === "deposit" ? movement.amountVnd : -movement.amountVnd;
  let resultVnd = 0n;
  for (const { kind, before: was, after: is } of entries) {
    if (kind !== "result" && kind !== "reduction") continue;
    const size = BigInt(String(was["quantity"])) - BigInt(String(is["quantity"]));
    const entryVnd = BigInt(String(was["entryVnd"])) - BigInt(String(is["entryVnd"]));
    resultVnd += (size * BigInt(String(is["markPrice"]))) / 1_000n - entryVnd;
  }
  const movedVnd = after.account.equityVnd - (before?.account.equityVnd ?? 0n);
  if (movedVnd === cashVnd + resultVnd) return undefined;
  return `total equity moved by ${movedVnd}, and its movements by ${cashVnd + resultVnd}`;
}

type Facts = {
  readonly read: Read;
  /** The rates in force since the account was read. */
  readonly rates: readonly ReadonlyMap<string, Rates>[];
  readonly facts: ReadonlyMap<string, readonly Fact[]>;
  /** The clock of the process, and the true time. */
  readonly clockMs: number;
  readonly nowMs: number;
  readonly hasJumped: boolean;
};

/** Nothing was decided on facts older than those that were stored before, and nothing leaves less than rules allow. */
export function checkFacts(written: Written, facts: Facts): (string | undefined)[] {
  const { change, before, after, entries } = written;
  const cover = entries.find(({ kind }) => kind === "cover");
  const coverOf = (side: "before" | "after"): bigint => BigInt(String(cover?.[side]["coveredVnd"] ?? 0n));
  const isRaise = cover !== undefined && coverOf("after") > coverOf("before");
  const isWithdrawal = change.movement?.kind === "withdrawal";
  const judged = change.episodes
    .filter(({ symbol, isOpen }) => (before?.episodes.get(symbol)?.isOpen ?? false) !== isOpen)
    .map(({ symbol }) => symbol);
  const rested = isRaise || isWithdrawal ? [...after.positions.keys()] : judged;
  if (cover !== undefined && !isRaise) rested.push(String(cover.after["symbol"]));
  const rules = rested.map((symbol) => checkPrice(after.positions.get(symbol), facts));
  if (cover !== undefined) rules.push(checkRates(cover, facts));
  if (cover !== undefined && !isRaise) rules.push(checkHalt(String(cover.after["symbol"]), facts));
  if (isRaise || isWithdrawal) rules.push(checkPower(after, isWithdrawal, facts));
  return rules;
}

/** The price of a decision is no older than the stored one that was read with the account. */
function checkPrice(
  position: PositionRecord | undefined,
  { read, facts, clockMs, hasJumped }: Facts,
): string | undefined {
  if (position === undefined || hasJumped) return undefined;
  const { symbol, decisionPrice: used } = position;
  const mark = read.marks.get(symbol);
  const isKnown = mark !== undefined && Math.abs(mark.atMs - clockMs) < 1_800_000;
  if (isKnown && isOlder(used, mark))
    return `${symbol} was decided on ${write(used)}, and ${write(mark)} was stored before`;
  const quote = read.quotes.get(symbol);
  const day = quote && readQuoteDay(quote.day);
  if (quote === undefined || day === undefined || isKnown || quote.atMs > clockMs + 60_000) return undefined;
  const isReference = used === undefined || (!used.isByHand && used.atMs < beginMs - 7_200_000);
  const later = (facts.get(symbol) ?? []).filter(({ seq, price }) => seq >= quote.seq && price !== undefined);
  const price = used?.price ?? referencePrice;
  if (!isReference || price === day.referencePrice || later.some((each) => each.price === price))
    return undefined;
  return `${symbol} was decided on the reference ${price}, and ${day.referencePrice} was stored before`;
}

function isOlder(used: EvaluatedPrice | undefined, mark: MarkRecord): boolean {
  if (used === undefined || used.atMs < mark.atMs) return true;
  return used.atMs === mark.atMs && mark.isByHand && !used.isByHand;
}

function write(mark: MarkRecord | EvaluatedPrice | undefined): string {
  if (mark === undefined) return "no price";
  return `${mark.price} of ${mark.atMs - beginMs}${mark.isByHand ? " by hand" : ""}`;
}

/** A cover is decided by the rates in force when the account was read, or by later ones. */
function checkRates({ after }: Entry, { rates }: Facts): string | undefined {
  const isInForce = rates.some((each) => {
    const inForce = ratesOf(each, String(after["symbol"]));
    return (["marginRatio", "marginCallRate", "forceCloseRate"] as const).every(
      (name) => String(inForce[name]) === String(after[name]),
    );
  });
  return isInForce ? undefined : `a cover of ${after["symbol"]} was decided on older rates`;
}

function ratesOf(rates: ReadonlyMap<string, Rates>, symbol: string): Rates {
  const none = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };
  return rates.get(`symbol ${symbol}`) ?? rates.get("group STO") ?? none;
}

/** No cover is lowered while its symbol is halted, unless its end was told after the halt that is stored. */
function checkHalt(symbol: string, { read, facts, clockMs }: Facts): string | undefined {
  const quote = read.quotes.get(symbol);
  if (quote === undefined || readQuoteDay(quote.day)?.isHalted !== true || quote.atMs > clockMs + 60_000)
    return undefined;
  const isOver = (facts.get(symbol) ?? []).some(({ seq, isHalted }) => seq > quote.seq && isHalted === false);
  return isOver ? undefined : `the cover of ${symbol} was lowered, and it is halted`;
}

/** A raise leaves power of 0 or more, a withdrawal also what the calls of the account need. */
function checkPower(
  { account, positions }: MemoryAccount,
  isWithdrawal: boolean,
  { rates }: Facts,
): string | undefined {
  const found: string[] = [];
  for (const each of rates) {
    let [powerVnd, resultVnd, neededVnd] = [account.equityVnd, 0n, 0n];
    for (const position of positions.values()) {
      const figures = figuresOf(position, ratesOf(each, position.symbol));
      powerVnd -= figures.requirementVnd + position.coveredVnd;
      resultVnd += figures.resultVnd;
      neededVnd += figures.neededVnd;
    }
    if (resultVnd < 0n) powerVnd += resultVnd;
    if (powerVnd >= (isWithdrawal ? neededVnd : 0n)) return undefined;
    found.push(`power of ${powerVnd} is left, and calls need ${neededVnd}`);
  }
  return found[0];
}

/** The figures of margin-explained.md for a long position, by a formula of their own. */
export function figuresOf(
  { quantity, entryVnd, postedVnd, coveredVnd, isClosing, decisionPrice }: PositionRecord,
  { marginRatio, marginCallRate }: Rates,
  price: bigint = decisionPrice?.price ?? referencePrice,
) {
  const million = 1_000_000n;
  const marketVnd = (quantity * price) / 1_000n;
  const resultVnd = marketVnd - entryVnd;
  const requirementVnd = (marketVnd * marginRatio + million - 1n) / million;
  const aimVnd = (marketVnd * marginCallRate + million - 1n) / million;
  const missingVnd = aimVnd - postedVnd - coveredVnd - resultVnd;
  const isCalled = !isClosing && missingVnd > 0n;
  const isRecovered =
    (postedVnd + coveredVnd + resultVnd) * million * 10n >= marketVnd * marginCallRate * 11n;
  return {
    marketVnd,
    resultVnd,
    requirementVnd,
    isCalled,
    isRecovered,
    neededVnd: isCalled ? missingVnd : 0n,
  };
}
