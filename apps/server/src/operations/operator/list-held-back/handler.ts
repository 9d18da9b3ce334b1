import { type HeldBackSymbols, listHeldBack as listHeldBackOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Operation, privateHeaders } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { orNull, wirePrice } from "../../wire/numbers.ts";

export function listHeldBack(services: TradingServices): Operation<typeof routes.listHeldBack> {
  return async (c) => {
    const held = await listHeldBackOf(services);
    const lists = {
      withoutPreviousClose: [...held.withoutPreviousClose],
      suspectedFeedErrors: [...held.suspectedFeedErrors],
    };
    return c.json({ heldBack: held.heldBack.map(renderHeldBack), ...lists }, 200, privateHeaders);
  };
}

function renderHeldBack({ symbol, cause, day }: HeldBackSymbols["heldBack"][number]) {
  const { previousClose } = day ?? {};
  return {
    symbol,
    cause,
    date: day?.date ?? null,
    referencePrice: orNull(day?.referencePrice, wirePrice),
    previousDay: previousClose?.date ?? null,
    previousClosePrice: orNull(previousClose?.price, wirePrice),
  };
}
