import { openPosition } from "@trading-oms/margin";
import { onePrice, type Price } from "@trading-oms/market";
import { shardOf } from "../accounts/accounts.ts";
import { checkHolding } from "../accounts/episodes.ts";
import type { PositionKey } from "../accounts/positions.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readEffectiveRates } from "../reference/rates.ts";
import type { Services } from "../services.ts";

/** Holds a short position in shares, as no entry makes one. A call of it is judged as for any new position. */
export async function holdShort(
  services: Services,
  { symbol, ...key }: PositionKey,
  { quantity, price }: { readonly quantity: bigint; readonly price: Price },
): Promise<void> {
  const instrument = await findInstrument(services, symbol);
  const state = await services.store.readAccount(key);
  if (instrument === undefined || state === undefined) throw new Error("There is no such position.");
  const atMs = services.now();
  const rates = await readEffectiveRates(services, instrument);
  const position = openPosition(quantity, (-quantity * price) / onePrice, rates);
  const times = { openedAtMs: atMs, changedAtMs: atMs };
  const committed = await services.store.commit({
    ...{ key, expectedVersion: state.account.version, shard: shardOf(key.userId), atMs },
    equityVnd: state.account.equityVnd,
    positions: [{ symbol, ...position, coveredVnd: 0n, isClosing: false, ...times }],
    ...{ closedSymbols: [], notifications: [], episodes: [], audits: [] },
  });
  if (committed !== "committed") throw new Error(committed);
  await checkHolding(services, { ...key, symbol, isChange: true });
}
