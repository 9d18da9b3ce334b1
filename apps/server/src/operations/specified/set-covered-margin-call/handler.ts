import { setCover } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract";
import { Refusal } from "../../../http/errors.ts";
import { languageOf, type Operation, translatedHeaders } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { maybeAmount } from "../../wire/numbers.ts";

/** Sets the amount that the token's user sets aside for margin calls of a position. It replaces the former amount. */
export function setCoveredMarginCall(
  services: TradingServices,
): Operation<typeof routes.setCoveredMarginCall> {
  return async (c) => {
    const { accountId, symbol, amount } = c.req.valid("json");
    const key = c.req.valid("header")["Idempotency-Key"];
    const userId = c.get("userId");
    const amountVnd = BigInt(amount);
    // The fingerprint uses parsed values, so that 5.0 and 5 are the same body.
    const canonicalBody = JSON.stringify([accountId, symbol, String(amountVnd)]);
    const answer = await setCover(services, {
      userId,
      accountId,
      symbol,
      amountVnd,
      actor: { kind: "user", name: userId },
      requestId: c.get("requestId"),
      language: languageOf(c.req.header("accept-language")),
      idempotency: key === undefined ? undefined : { key, fingerprint: await services.hash(canonicalBody) },
    });
    if (answer.kind === "refused") {
      // All other refusals look alike, so that they do not tell what exists.
      const mayBeTold = answer.code === "idempotency_key_reused" || answer.code === "too_busy";
      throw new Refusal({ code: mayBeTold ? answer.code : "position_not_found" });
    }
    const { code } = answer;
    return c.json(
      {
        status: answer.status,
        message: answer.message,
        accountId,
        symbol,
        amount: maybeAmount(amountVnd),
        newCoveredMarginCall: maybeAmount(answer.coveredVnd),
        maintenanceMargin: maybeAmount(answer.maintenanceMarginVnd),
        tradingPower: maybeAmount(answer.tradingPowerVnd),
      },
      200,
      { ...translatedHeaders, ...(code === undefined ? {} : { "OMS-Refusal": code }) },
    );
  };
}
