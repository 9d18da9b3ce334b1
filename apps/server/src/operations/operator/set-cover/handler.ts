import { setCover as setCoverOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Operation, renderStatus, translatedHeaders, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { maybeAmount, wireAmount } from "../../wire/numbers.ts";
import { readOrder, readOwnedKey, showChange } from "../change.ts";

export function setCover(services: ChangeServices): Operation<typeof routes.setCover> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { amount, expectedCovered, reason } = body;
    const owned = await readOwnedKey(services, accountId);
    const answer = unlessRefused(
      await setCoverOf(services, {
        ...owned,
        ...(await readOrder(services, c, { accountId, symbol }, body)),
        symbol,
        amountVnd: BigInt(amount),
        expectedVnd: expectedCovered === undefined ? undefined : BigInt(expectedCovered),
        reason,
      }),
    );
    await showChange(services, c, owned);
    return c.json(
      {
        ...renderStatus(answer.code),
        message: answer.message,
        accountId,
        symbol,
        covered: wireAmount(answer.coveredVnd),
        maintenanceMargin: maybeAmount(answer.maintenanceMarginVnd),
        tradingPower: maybeAmount(answer.tradingPowerVnd),
      },
      200,
      translatedHeaders,
    );
  };
}
