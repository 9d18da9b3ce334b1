import {
  type ChangedPosition,
  closeHolding,
  type Refusal,
  reduceHolding,
  setPosition,
} from "@trading-oms/brokerage";
import type { AccountKey, PositionRecord } from "@trading-oms/brokerage/ports";
import { heldSymbol } from "./held-symbol.ts";
import type { Holding } from "./holding.ts";
import { insist } from "./insist.ts";
import { type HoldingPlan, planHolding } from "./plan-holding.ts";
import type { Writing } from "./writing.ts";

const symbol = heldSymbol;
const onePrice = 1_000n;

/**
 * Sets, reduces and closes a position, and tells what it found, what it intends and what was acknowledged. Nobody
 * else may change the position, but anybody the cash beside it.
 */
export async function holdForEver(writing: Writing, key: AccountKey): Promise<never> {
  const { random, tell, triesMax } = writing;
  let before: Holding | undefined;
  for (;;) {
    if (before === undefined) {
      before = await insist(() => findHolding(writing, key), triesMax);
      tell(`hold ${key.accountId} found ${before.quantity} ${before.entryVnd}`);
    }
    const plan = planHolding(before, random);
    tell(`hold ${key.accountId} intends ${plan.after.quantity} ${plan.after.entryVnd} ${plan.realizedVnd}`);
    try {
      const changed = await carryOut(writing, key, plan);
      if (changed.kind === "refused") {
        tell(`hold ${key.accountId} refused`);
        continue;
      }
      before = holdingOf(changed.position);
      tell(`hold ${key.accountId} done ${before.quantity} ${before.entryVnd} ${changed.realizedVnd}`);
    } catch (failure) {
      // Whether it was done can't be known from a connection that was cut, only from what is there now.
      if (triesMax === 1) throw failure;
      before = undefined;
    }
  }
}

async function findHolding({ services }: Writing, key: AccountKey): Promise<Holding> {
  const state = await services.store.readAccount(key);
  return holdingOf(state?.positions.find((position) => position.symbol === symbol));
}

function carryOut(
  { services }: Writing,
  key: AccountKey,
  { kind, quantity, unitVnd }: HoldingPlan,
): Promise<ChangedPosition | Refusal> {
  const place = { ...key, symbol };
  const price = unitVnd * onePrice;
  if (kind === "close") return closeHolding(services, place, price);
  return kind === "set"
    ? setPosition(services, place, { quantity, price })
    : reduceHolding(services, place, { quantity, price });
}

function holdingOf(position: PositionRecord | undefined): Holding {
  return { quantity: position?.quantity ?? 0n, entryVnd: position?.entryVnd ?? 0n };
}
