import { orderCash } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { renderStatus, translatedHeaders, unlessRefused, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ChangeServices } from "../../../services.ts";
import { maybeAmount, wireAmount } from "../../wire/numbers.ts";
import { readOrder, readOwnedKey, showChange } from "../change.ts";

/** Moves cash into an account or out of it. */
export function moveCash(services: ChangeServices): Operation<typeof routes.moveCash> {
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
