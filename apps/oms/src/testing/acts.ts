import {
  findAccountKey,
  moveCash,
  type Refusal,
  type Services,
  setCover,
  setPrice,
  setRates,
} from "@trading-oms/brokerage";
import type { RatesName } from "@trading-oms/brokerage/ports";
import { readPrice } from "@trading-oms/market";
import { makeServices } from "../cli/database.ts";
import { type PlannedWorld, plannedAtMs } from "./plan-world.ts";

/** What a desk has a server do, done on the store of a world. It throws if it is refused. */
export type Act = (world: PlannedWorld) => Promise<void>;

/** Who does it, when, and why. */
type Origin = { readonly by?: string; readonly atMs?: number; readonly reason?: string };

export function deposit(accountId: string, amountVnd: number, origin: Origin = {}): Act {
  return move("deposit", accountId, amountVnd, origin);
}

export function withdraw(accountId: string, amountVnd: number, origin: Origin = {}): Act {
  return move("withdrawal", accountId, amountVnd, origin);
}

function move(kind: "deposit" | "withdrawal", accountId: string, amountVnd: number, origin: Origin): Act {
  return act(origin, async (services, by) => {
    const key = accept(await findAccountKey(services, accountId));
    return moveCash(services, { key, kind, amountVnd: BigInt(amountVnd), movementId: undefined, ...by });
  });
}

export function cover(accountId: string, symbol: string, amountVnd: number, origin: Origin = {}): Act {
  return act(origin, async (services, by) => {
    const key = accept(await findAccountKey(services, accountId));
    const order = { ...key, symbol, amountVnd: BigInt(amountVnd), requestId: services.makeId() };
    return setCover(services, { ...order, ...by, idempotency: undefined });
  });
}

/** Sets a price by hand, also an unusual one. */
export function price(symbol: string, text: string, origin: Origin = {}): Act {
  return act(origin, async (services, by) => {
    const parsed = readPrice(symbol, text);
    if (parsed === undefined) throw new RangeError(`${text} is no price of ${symbol}.`);
    return setPrice(services, { symbol, price: parsed, isConfirmed: true, ...by });
  });
}

/** Sets rates in millionths, also if calls end. */
export function rates(
  scope: RatesName,
  [marginRatio, marginCallRate, forceCloseRate]: readonly [bigint, bigint, bigint],
  origin: Origin = {},
): Act {
  const set = { marginRatio, marginCallRate, forceCloseRate };
  return act(origin, (services, by) =>
    setRates(services, { ...scope, rates: set, isLendingEnded: undefined, isConfirmed: true, ...by }),
  );
}

type By = { readonly actor: { readonly kind: "operator"; readonly name: string }; readonly reason: string };

function act(
  { by = "oms", atMs = plannedAtMs, reason = "" }: Origin,
  order: (services: Services, by: By) => Promise<object>,
): Act {
  return (world) =>
    world.withStore(async (store) => {
      const services = await makeServices(store, { now: () => atMs, makeId: () => crypto.randomUUID() });
      accept(await order(services, { actor: { kind: "operator", name: by }, reason }));
    });
}

function accept<Answer extends object>(answer: Answer | Refusal): Exclude<Answer, Refusal> {
  const isRefused =
    ("kind" in answer && answer.kind === "refused") || ("status" in answer && answer.status === "failed");
  if (isRefused) throw new Error("message" in answer ? String(answer.message) : "refused");
  return answer as Exclude<Answer, Refusal>;
}
