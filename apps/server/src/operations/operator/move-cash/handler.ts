import { orderCash } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Operation, renderStatus, translatedHeaders, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { maybeAmount, wireAmount } from "../../wire/numbers.ts";
import { readOrder, readOwnedKey, showChange } from "../change.ts";

export function moveCash(services: ChangeServices): Operation<typeof routes.moveCash> {
  return async (c) => {
    const { accountId } = c.req.valid("param");
    const body = c.req.valid("json");
    const { kind, amount, reason } = body;
    const key = await readOwnedKey(services, accountId);
    const order = await readOrder(services, c, { accountId }, body);
    const answer = unlessRefused(
      await orderCash(services, { key, kind, amountVnd: BigInt(amount), reason, ...order }),
    );
    await showChange(services, c, key);
    return c.json(
      {
        ...renderStatus(answer.code),
        message: answer.message,
        accountId,
        movementId: answer.movementId ?? null,
        totalEquity: wireAmount(answer.totalEquityVnd),
        tradingPower: maybeAmount(answer.tradingPowerVnd),
      },
      200,
      translatedHeaders,
    );
  };
}
