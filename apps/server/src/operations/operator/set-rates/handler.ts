import { setRates as setRatesOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { refuseField } from "../../../http/errors.ts";
import { type Operation, translatedHeaders, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { renderRatesAnswer } from "../../wire/rates.ts";
import { readOrder, showChange } from "../change.ts";

export function setRates(services: ChangeServices): Operation<typeof routes.setRates> {
  return async (c) => {
    const body = c.req.valid("json");
    const { level, name, marginRatio, marginCallRate, forceCloseRate } = body;
    const order = await readOrder(services, c, body);
    const rates = {
      marginRatio: readRate("marginRatio", marginRatio),
      marginCallRate: readRate("marginCallRate", marginCallRate),
      forceCloseRate: readRate("forceCloseRate", forceCloseRate),
    };
    const { isLendingEnded, confirm, reason } = body;
    const setting = { level, name, rates, isLendingEnded, isConfirmed: confirm, reason, ...order };
    const answer = unlessRefused(await setRatesOf(services, setting));
    await showChange(services, c);
    return c.json(renderRatesAnswer(answer), 200, translatedHeaders);
  };
}

/** A rate in millionths. */
function readRate(field: string, rate: number): bigint {
  const millionths = Math.round(rate * 1_000_000);
  if (millionths / 1_000_000 === rate) return BigInt(millionths);
  throw refuseField(field, "has to have at most six decimals");
}
