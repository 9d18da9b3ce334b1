import { orderCash } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { translatedHeaders, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { readOrder, readOwnedKey, renderStatus, unlessRefused } from "../change.ts";

/** Moves cash into an account or out of it. */
export function moveCash(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.moveCash> {
  return async (c) => {
    const { accountId } = c.req.valid("param");
    const body = c.req.valid("json");
    const { kind, amount, reason } = body;
    const idempotencyKey = c.req.valid("header")["Idempotency-Key"];
    const key = await readOwnedKey(services, accountId);
    const order = await readOrder(services, c, idempotencyKey, { accountId }, body);
    const answer = unlessRefused(
      await orderCash(useCaseServices(services), { key, kind, amountVnd: BigInt(amount), reason, ...order }),
    );
    return c.json(
      {
        ...renderStatus(answer.code),
        message: answer.message,
        accountId,
        movementId: answer.movementId ?? null,
        totalEquity: Number(answer.totalEquityVnd),
        tradingPower: Number(answer.tradingPowerVnd),
      },
      200,
      translatedHeaders,
    );
  };
}
