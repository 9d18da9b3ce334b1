import type { SentCover } from "../covers.ts";

/** An order for R-1 R1 that was made: what was covered before, and what the account needs and has left after it. */
export function sentCover(requestId: string, amountVnd: number, members: Partial<SentCover> = {}): SentCover {
  return {
    requestId,
    key: undefined,
    accountId: "R-1",
    symbol: "R1",
    amountVnd,
    isForeign: false,
    status: 200,
    retryAfter: undefined,
    body: JSON.stringify({
      status: "success",
      message: `The covered amount of R1 is ${amountVnd} VND now; it was 0 VND.`,
      newCoveredMarginCall: amountVnd,
      maintenanceMargin: 1_000 + amountVnd,
      tradingPower: 9_000 - amountVnd,
    }),
    ...members,
  };
}
