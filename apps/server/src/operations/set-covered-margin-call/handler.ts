import type { RouteHandler } from "@hono/zod-openapi";
import { setCover } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract";
import { Refusal } from "../../http/errors.ts";
import { catchUp, privateHeaders } from "../../http/operation.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { ServerServices } from "../../services.ts";
import { wireNumber } from "../wire-number.ts";

/** Sets the covered amount of a position of the token's user. */
export function setCoveredMarginCall(
  services: ServerServices,
): RouteHandler<typeof routes.setCoveredMarginCall, AppEnv> {
  return async (c) => {
    const { accountId, symbol, amount } = c.req.valid("json");
    const key = c.req.valid("header")["Idempotency-Key"];
    const userId = c.get("userId");
    await catchUp(services);
    const amountVnd = BigInt(amount);
    // The fingerprint uses parsed values, so that 5.0 and 5 are the same body.
    const understood = JSON.stringify([accountId, symbol, String(amountVnd)]);
    const answer = await setCover(
      { ...services, holidays: services.book.holidays, makeId: services.makeTraceId },
      {
        userId,
        accountId,
        symbol,
        amountVnd,
        actor: { kind: "user", name: userId },
        requestId: c.get("requestId"),
        idempotency: key === undefined ? undefined : { key, fingerprint: await services.hash(understood) },
      },
    );
    if (answer.kind === "refused") {
      const isOwn = answer.code === "idempotency-key-reused" || answer.code === "too-busy";
      throw new Refusal({ code: isOwn ? answer.code : "position-not-there" });
    }
    return c.json(
      {
        status: answer.status,
        message: answer.message,
        accountId,
        symbol,
        amount: wireNumber.of(amountVnd),
        newCoveredMarginCall: wireNumber.of(answer.coveredVnd),
        maintenanceMargin: wireNumber.of(answer.maintenanceMarginVnd),
        tradingPower: wireNumber.of(answer.tradingPowerVnd),
      },
      200,
      privateHeaders,
    );
  };
}
