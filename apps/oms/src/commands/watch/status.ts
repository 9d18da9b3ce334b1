import {
  findAccountKey,
  openReferenceBook,
  type ReferenceBook,
  readWatchStatus,
  type Services,
  type SymbolStatus,
} from "@trading-oms/brokerage";
import type { Command, Outcome } from "../../command.ts";
import { renderWatch } from "../../output/render-watch.ts";
import { showProgress } from "../../output/show-progress.ts";
import { type PricedStatus, type ShownWatch, watchJson } from "../../output/watch-json.ts";
import type { World } from "../../world.ts";
import { findStepPrice } from "./find-step-price.ts";

/** Shows who watches, what is watched, and who is called. */
export const watchStatus: Command = {
  words: ["watch", "status"],
  argumentNames: [],
  options: {
    account: { value: "ACCOUNT", about: "the calls of this account alone", otherwise: "of all" },
    symbol: { value: "SYMBOL", about: "this symbol and its calls alone", otherwise: "every one" },
  },
  summary: "Shows which servers watch, where the next calls begin or end, and who is called.",
  about:
    "ARMED counts the positions that some price reaches. BELOW and ABOVE are the nearest prices on either side of the last one at which somebody is judged: called, told of a force close, or out of a call. They are prices on a step, the first that trading reaches, in VND or index points; with --json the exact worth of one unit stands beside them. Positions that the last price reaches already have no such price. REMINDED is the hours of trading up to which an open call was reminded of, or let pass. Every account is read, by the prices and rates that are kept; by prices that were only played where the feed that told of one last was a simulated exchange, as servers that play judge.",
  example: "oms watch status --symbol FPT",
  run: async (given, { open, world }) => {
    const services = await open();
    const accountId = given.option("account");
    const key = accountId === undefined ? undefined : await findAccountKey(services, accountId);
    if (key !== undefined && "kind" in key) return key;
    const book = await openReferenceBook(services);
    const status = await readStatus({ ...services, book }, world);
    const symbol = given.option("symbol");
    const isAsked = (each: { readonly symbol: string }) => symbol === undefined || each.symbol === symbol;
    const symbols = status.symbols.filter(isAsked);
    if (symbol !== undefined && symbols.length === 0 && book.findInstrument(symbol) === undefined) {
      return refuseSymbol(symbol);
    }
    const shown: ShownWatch = {
      ...status,
      symbols: symbols.map((each) => withPrices(book, each)),
      called: status.called.filter(
        (each) => (accountId === undefined || each.accountId === accountId) && isAsked(each.valued.position),
      ),
    };
    return { kind: "done", json: watchJson(shown), lines: renderWatch(shown, symbol) };
  },
};

async function readStatus(services: Services, world: World): ReturnType<typeof readWatchStatus> {
  const { rowCounts } = await services.store.describe();
  const total = rowCounts["account"] ?? 0;
  const progress = showProgress(world, "Reading", "accounts");
  const status = await readWatchStatus(services, (count) =>
    progress.tell(count, total > 0 ? count / total : undefined),
  );
  progress.end();
  return status;
}

function withPrices(book: ReferenceBook, status: SymbolStatus): PricedStatus {
  const instrument = book.findInstrument(status.symbol);
  const priceAt = (unitVnd: bigint | undefined, direction: "down" | "up") =>
    instrument === undefined || unitVnd === undefined
      ? undefined
      : findStepPrice(instrument, unitVnd, direction);
  return {
    ...status,
    belowPrice: priceAt(status.belowUnitVnd, "down"),
    abovePrice: priceAt(status.aboveUnitVnd, "up"),
  };
}

function refuseSymbol(symbol: string): Outcome {
  return { kind: "refused", code: "no-such-instrument", message: `${symbol} is not listed.` };
}
