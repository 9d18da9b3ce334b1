import {
  moveCash,
  openAccount,
  type Refusal,
  type Services,
  setMark,
  setPosition,
  setRates,
} from "@trading-oms/brokerage";
import type { RacedPosition } from "./raced-position.ts";

const quantity = 1_000n;
const entryPrice = 25_000_000n;
const markPrice = 20_000_000n;

/** Leaves a power of 6,000,000 VND for each position, while a position takes 12,500,000 before it is covered in full. */
const equityOfPositionVnd = 21_000_000n;

/** Opens the accounts with their cash and positions; each position is called and has lost 5,000,000 of 25,000,000 VND. */
export async function openRacedAccounts(
  services: Services,
  positions: readonly RacedPosition[],
): Promise<void> {
  for (const [accountId, held] of Map.groupBy(positions, (each) => each.accountId)) {
    const key = { userId: held[0]?.userId ?? "", accountId };
    need(await openAccount(services, key));
    const amountVnd = equityOfPositionVnd * BigInt(held.length);
    need(await moveCash(services, { key, kind: "deposit", amountVnd }));
    for (const { symbol } of held) {
      const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
      need(await setRates(services, { level: "symbol", name: symbol, rates }));
      need(await setPosition(services, { ...key, symbol }, { quantity, price: entryPrice }));
    }
  }
  for (const symbol of new Set(positions.map((each) => each.symbol))) {
    need(await setMark(services, { symbol, price: markPrice }));
  }
}

function need(outcome: { readonly kind: "done" } | Refusal): void {
  if (outcome.kind === "refused") throw new Error(outcome.message);
}
