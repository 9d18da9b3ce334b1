import { amountVndMax } from "@trading-oms/margin";
import { bandOf, isOnStep, type Price, renderPrice, unitVndOf } from "@trading-oms/market";
import { readAllAccounts, valueAccount } from "../accounts/figures.ts";
import { checkAmounts } from "../accounts/settle-change.ts";
import { findInstrument } from "../reference/catalog.ts";
import { type Refusal, refuse, type Services } from "../services.ts";

/**
 * Sets the last price of a symbol by hand as of now. Changes of accounts allow for any price within the day's band;
 * beyond it, every account that holds the symbol is checked against the new price.
 */
export async function setMark(
  services: Services,
  { symbol, price }: { readonly symbol: string; readonly price: Price },
): Promise<{ readonly kind: "done" } | Refusal> {
  const instrument = await findInstrument(services, symbol);
  if (instrument === undefined) return refuse("no-such-instrument", `${symbol} is not listed.`);
  if (price <= 0n || !isOnStep(instrument, price)) {
    return refuse("price-not-valid", `The price is not on a step of ${symbol}.`);
  }
  if (price > amountVndMax) {
    return refuse("price-not-valid", `A price is at most ${renderPrice(amountVndMax)}.`);
  }
  const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
  if (price < floor || price > ceiling) {
    const refusal = await checkHolders(services, symbol, unitVndOf(instrument, price));
    if (refusal !== undefined) return refusal;
  }
  const atMs = services.now();
  await services.store.setMarks([{ symbol, price, atMs, isByHand: true }], { nowMs: atMs });
  return { kind: "done" };
}

async function checkHolders(
  services: Services,
  symbol: string,
  unitVnd: bigint,
): Promise<Refusal | undefined> {
  for await (const states of readAllAccounts(services)) {
    for (const { account, positions } of states) {
      if (!positions.some((position) => position.symbol === symbol)) continue;
      const { equityVnd, accountId } = account;
      const before = await valueAccount(services, account, positions);
      const after = before.positions.map((each) =>
        each.position.symbol === symbol ? { ...each, mark: { ...each.mark, unitVnd } } : each,
      );
      const refusal = await checkAmounts({ equityVnd, positions: after }, () => ({ equityVnd, ...before }));
      if (refusal !== undefined) return { ...refusal, message: `Account ${accountId}: ${refusal.message}` };
    }
  }
  return undefined;
}
