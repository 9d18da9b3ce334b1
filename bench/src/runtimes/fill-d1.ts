import { join } from "node:path";
import { MarketDesk, openReferenceBook, QuoteKeeper } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { openSqliteStore } from "@trading-oms/store";
import { playMarket } from "../http/play-market.ts";

/** Fills a store with what a folder of the demonstration has, and with the quotes of the morning that all are told. */
export async function fillD1(store: Store, folder: string): Promise<void> {
  const source = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  await store.restore(source.backUp());
  await source.close();
  const services = { store, now: () => Date.now() };
  const book = await openReferenceBook(services);
  const desk = new MarketDesk(book);
  desk.followAtOnce();
  for (const message of playMarket(book)) desk.apply(message);
  const keeper = new QuoteKeeper(services, desk);
  keeper.note(desk.takeChangedSymbols());
  await keeper.save();
}
