import type { CalendarDate } from "../calendar-date.ts";
import { renderPrice } from "../render-price.ts";
import { createOrderBook } from "./create-order-book.ts";
import { createRandom } from "./create-random.ts";
import { resumeTrading } from "./halt-trading.ts";
import { listPrices, rungOf } from "./list-prices.ts";
import { type SimulatedSymbol, tellOf } from "./simulated-symbol.ts";
import { tellNews } from "./tell-news.ts";

/** Begins a day: yesterday's last price is the reference, and the book is empty. */
export function beginDay(symbol: SimulatedSymbol, date: CalendarDate, atMs: number): void {
  resumeTrading(symbol, atMs);
  const { instrument, lastPrice, random } = symbol;
  symbol.date = date;
  symbol.referencePrice = lastPrice ?? symbol.referencePrice;
  symbol.lastPrice = undefined;
  symbol.isClosePriceTold = false;
  symbol.prices = listPrices(instrument, symbol.referencePrice);
  symbol.book = createOrderBook(symbol.prices.length);
  symbol.depthTold = [];
  symbol.worthRung = rungOf(symbol.prices, symbol.referencePrice);
  symbol.targetRung = chooseTarget(symbol, date);
  Object.assign(symbol, { eventCount: 0, buyerCount: 0, sellerCount: 0 });
  tellOf(symbol, atMs, { kind: "day", date, referencePrice: symbol.referencePrice });
  tellNews(symbol, atMs, `${instrument.symbol}: giá tham chiếu ${renderPrice(symbol.referencePrice)}`);
  if (instrument.type !== "future") return;
  if (symbol.openInterest === 0) symbol.openInterest = openInterestMin + random.below(openInterestMin);
  tellOf(symbol, atMs, { kind: "open-interest", openInterest: symbol.openInterest });
}

const openInterestMin = 20_000;

/** Half of where a price is heading is the mood of the market, which all of them share on a day. */
function chooseTarget({ random, prices, world }: SimulatedSymbol, date: CalendarDate): number {
  const mood = createRandom(world.seed, `mood of ${date}`).below(moodParts);
  const own = random.below(moodParts);
  return Math.floor(((mood + own) * (prices.length - 1)) / (2 * moodParts));
}

const moodParts = 1_000;
