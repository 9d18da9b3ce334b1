import { setPrice as setPriceOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Price, parsePrice } from "@trading-oms/market";
import { Refusal, refuseField } from "../../../http/errors.ts";
import {
  refreshBook,
  renderStatus,
  translatedHeaders,
  unlessRefused,
  useCaseServices,
} from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ChangeServices } from "../../../services.ts";
import { orNull, wirePrice } from "../../wire/numbers.ts";
import { readOrder, showChange } from "../change.ts";

/** Sets the last price of a symbol by hand, an unusual one only if it is confirmed. */
export function setPrice(services: ChangeServices): Operation<typeof routes.setPrice> {
  return async (c) => {
    const { symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { price, confirm, reason } = body;
    await refreshBook(services);
    const key = c.req.valid("header")["Idempotency-Key"];
    const order = await readOrder(services, c, key, { symbol }, body);
    const answer = await setPriceOf(useCaseServices(services), {
      symbol,
      price: readPrice(price),
      isConfirmed: confirm,
      reason,
      ...order,
    });
    if (answer.kind === "refused" && answer.code === "no_such_instrument") {
      throw new Refusal({ code: "symbol_not_listed", symbol });
    }
    const { code, message, beforePrice, afterPrice } = unlessRefused(answer);
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
