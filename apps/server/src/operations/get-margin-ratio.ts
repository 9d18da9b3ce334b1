import { readMarginRatio } from "@trading-oms/brokerage";
import { routes } from "@trading-oms/contract";
import { operationOn } from "../operation.ts";
import { wireNumber } from "../wire-number.ts";

/** The margin figures in force for a symbol, an alias or a product. */
export const getMarginRatio = operationOn(routes.getMarginRatio, ({ params }, _caller, services) => {
  const found = readMarginRatio(services, params.symbol);
  if (found.kind === "refused") return { failure: { code: "symbol-not-listed", symbol: params.symbol } };
  const { asked, rates, group } = found;
  return {
    body: {
      symbol: asked,
      marginRatio: wireNumber.ofMillionths(rates.marginRatio),
      forceCloseRate: wireNumber.ofMillionths(rates.forceCloseRate),
      marginCallRate: wireNumber.ofMillionths(rates.marginCallRate),
      productGroup: group,
    },
  };
});
