import { listNearest as listNearestPositions, type NearPosition } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import type { Operation } from "../../../http/operation.ts";
import type { ListServices } from "../../../services.ts";
import { renderPriced } from "../../wire/call.ts";
import { wireAmount, wireFraction, wirePrice } from "../../wire/numbers.ts";
import { jsonType, loadedDesk, tagAnswer } from "../desk.ts";

export function listNearest(services: ListServices): Operation<typeof routes.listNearest> {
  return async (c) => {
    const { projection, shared } = loadedDesk(services);
    const state = shared.show(c.get("userId"));
    const { limit, offset } = c.req.valid("query");
    const query = JSON.stringify([limit, offset]);
    const { headers, isKnown } = await tagAnswer(services, c, state.version, "nearest", query);
    if (isKnown) return c.body(null, 304, headers);
    const page = state.answerOnce(`nearest ${query}`, () => {
      const { total, positions } = listNearestPositions(projection, { limit, offset });
      return { total, positions: positions.map(renderNear) };
    });
    return c.json(page, 200, { ...jsonType, ...headers });
  };
}

function renderNear({ accountId, userId, valued, callPrice, distance, steps }: NearPosition) {
  const { position, rates, figures } = valued;
  return {
    accountId,
    userId,
    symbol: position.symbol,
    quantity: wireAmount(position.quantity),
    ...renderPriced(valued),
    callPrice: wirePrice(callPrice),
    distance: wireFraction(distance),
    steps: wireAmount(steps),
    dealRatio: wireFraction(figures.dealRatio),
    marginCallRate: wireFraction(rates.marginCallRate),
  };
}
