import { setPrice as setPriceOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Price, parsePrice } from "@trading-oms/market";
import { refuseField } from "../../../http/errors.ts";
import { type Operation, renderStatus, translatedHeaders, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { orNull, wirePrice } from "../../wire/numbers.ts";
import { readOrder, showChange } from "../change.ts";

/** Sets the last price of a symbol by hand, an unusual one only if it is confirmed. */
export function setPrice(services: ChangeServices): Operation<typeof routes.setPrice> {
  return async (c) => {
    const { symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { price, confirm, reason } = body;
    const order = await readOrder(services, c, { symbol }, body);
    const answer = await setPriceOf(services, {
      symbol,
      price: readPrice(price),
      isConfirmed: confirm,
      reason,
      ...order,
    });
    const { code, message, beforePrice, afterPrice } = unlessRefused(answer, symbol);
    await showChange(services, c);
    return c.json(
      {
        ...renderStatus(code),
        message,
        symbol,
        price: orNull(afterPrice, wirePrice),
        before: orNull(beforePrice, wirePrice),
      },
      200,
      translatedHeaders,
    );
  };
}

/** A price in thousandths. */
function readPrice(price: number): Price {
  const thousandths = parsePrice(String(price));
  if (thousandths !== undefined) return thousandths;
  throw refuseField("price", "has to have at most three decimals");
}
