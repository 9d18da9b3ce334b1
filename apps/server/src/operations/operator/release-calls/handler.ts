import { releaseCalls as releaseCallsOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { Refusal } from "../../../http/errors.ts";
import { type Operation, renderStatus, translatedHeaders, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { readOrder, showChange } from "../change.ts";

export function releaseCalls(services: ChangeServices): Operation<typeof routes.releaseCalls> {
  return async (c) => {
    const { symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    if (services.book.findInstrument(symbol) === undefined) {
      throw new Refusal({ code: "symbol_not_listed", symbol });
    }
    const order = await readOrder(services, c, { symbol }, body);
    const answer = await releaseCallsOf(services, { symbol, reason: body.reason, ...order });
    const { code, message } = unlessRefused(answer);
    await showChange(services, c);
    return c.json({ ...renderStatus(code), message, symbol }, 200, translatedHeaders);
  };
}
