import { listNearest as listNearestPositions, type NearPosition } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { nearestNumber } from "@trading-oms/market";
import type { Operation } from "../../../http/served-contract.ts";
import type { DeskServices, SiteServices, TradingServices } from "../../../services.ts";
import { fractionOf } from "../../companion/account.ts";
import { jsonType, loadedDesk, renderPriced, tagAnswer } from "../desk.ts";

/** Lists the positions that are called next. */
export function listNearest(
  services: DeskServices & TradingServices & SiteServices,
): Operation<typeof routes.listNearest> {
  return async (c) => {
    const { projection } = loadedDesk(services);
    const { limit, offset } = c.req.valid("query");
    const query = JSON.stringify([limit, offset]);
    const { headers, isKnown } = await tagAnswer(services, c, projection.version(), "nearest", query);
    if (isKnown) return c.body(null, 304, headers);
    const { total, positions } = listNearestPositions(projection, { limit, offset });
    return c.json({ total, positions: positions.map(renderNear) }, 200, { ...jsonType, ...headers });
  };
}

function renderNear({ accountId, userId, valued, callPrice, distance, steps }: NearPosition) {
  const { position, rates, figures } = valued;
  return {
    accountId,
    userId,
    symbol: position.symbol,
    quantity: Number(position.quantity),
    ...renderPriced(valued),
    callPrice: nearestNumber(callPrice),
    distance: fractionOf(distance),
    steps: Number(steps),
    dealRatio: fractionOf(figures.dealRatio),
    marginCallRate: fractionOf(rates.marginCallRate),
  };
}
