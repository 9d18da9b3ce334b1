import { type HeldBackSymbols, listHeldBack as listHeldBackOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { privateHeaders, refreshBook, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { UseCaseServices } from "../../../services.ts";
import { orNull, wirePrice } from "../../wire/numbers.ts";

/** Lists the symbols whose calls are held back. */
export function listHeldBack(services: UseCaseServices): Operation<typeof routes.listHeldBack> {
  return async (c) => {
    await refreshBook(services);
    const held = await listHeldBackOf(useCaseServices(services));
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
