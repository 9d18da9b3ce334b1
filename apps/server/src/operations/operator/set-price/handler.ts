import { setPrice as setPriceOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { nearestNumber, type Price, parsePrice } from "@trading-oms/market";
import { Refusal } from "../../../http/errors.ts";
import { refreshBook, translatedHeaders, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { readOrder, renderStatus, unlessRefused } from "../change.ts";

/** Sets the last price of a symbol by hand, an unusual one only if it is confirmed. */
export function setPrice(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.setPrice> {
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
    if (answer.kind === "refused" && answer.code === "no-such-instrument") {
      throw new Refusal({ code: "symbol-not-listed", symbol });
    }
    const { code, message, beforePrice, afterPrice } = unlessRefused(answer);
    return c.json(
      {
        ...renderStatus(code),
        message,
        symbol,
        price: renderPrice(afterPrice),
        before: renderPrice(beforePrice),
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
  throw new Refusal({
    code: "invalid-request",
    issues: [{ field: "price", message: "has to have at most three decimals" }],
  });
}

function renderPrice(price: Price | undefined): number | null {
  return price === undefined ? null : nearestNumber(price);
}
