import { setCover } from "@trading-oms/brokerage";
import { routes } from "@trading-oms/contract";
import { operationOn } from "../operation.ts";
import { wireNumber } from "../wire-number.ts";

/** Sets the covered amount of a position of the user whom the token names. */
export const setCoveredMarginCall = operationOn(
  routes.setCoveredMarginCall,
  async ({ headers, body: { accountId, symbol, amount } }, { userId, requestId }, services) => {
    const key = headers["Idempotency-Key"];
    const amountVnd = BigInt(amount);
    const answer = await setCover(
      { ...services, makeId: services.makeTraceId },
      {
        userId,
        accountId,
        symbol,
        amountVnd,
        actor: { kind: "user", name: userId },
        requestId,
        // The members as they were understood, so that 5.0 and 5 are one body.
        idempotency:
          key === undefined
            ? undefined
            : {
                key,
                fingerprint: await services.hash(JSON.stringify([accountId, symbol, String(amountVnd)])),
              },
      },
    );
    if (answer.kind === "refused") {
      if (answer.code === "idempotency-key-reused") return { failure: { code: answer.code } };
      return { failure: { code: answer.code === "too-busy" ? answer.code : "position-not-there" } };
    }
    return {
      body: {
        status: answer.status,
        message: answer.message,
        accountId,
        symbol,
        amount: wireNumber.of(amountVnd),
        newCoveredMarginCall: wireNumber.of(answer.coveredVnd),
        maintenanceMargin: wireNumber.of(answer.maintenanceMarginVnd),
        tradingPower: wireNumber.of(answer.tradingPowerVnd),
      },
    };
  },
);
