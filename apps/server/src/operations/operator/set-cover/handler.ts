import { setCover as setCoverOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { translatedHeaders, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { readOrder, readOwnedKey, renderStatus, unlessRefused } from "../change.ts";

/** Sets the covered amount of a position of any account. */
export function setCover(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.setCover> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { amount, expectedCovered, reason } = body;
    const idempotencyKey = c.req.valid("header")["Idempotency-Key"];
    const owned = await readOwnedKey(services, accountId);
    const answer = unlessRefused(
      await setCoverOf(useCaseServices(services), {
        ...owned,
        ...(await readOrder(services, c, idempotencyKey, { accountId, symbol }, body)),
        symbol,
        amountVnd: BigInt(amount),
        expectedVnd: expectedCovered === undefined ? undefined : BigInt(expectedCovered),
        reason,
      }),
    );
    return c.json(
      {
        ...renderStatus(answer.code),
        message: answer.message,
        accountId,
        symbol,
        covered: Number(answer.coveredVnd),
        maintenanceMargin: Number(answer.maintenanceMarginVnd),
        tradingPower: Number(answer.tradingPowerVnd),
      },
      200,
      translatedHeaders,
    );
  };
}
