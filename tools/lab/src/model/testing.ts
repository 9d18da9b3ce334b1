/** An audit, an account and an order of one position, for tests. */
import type { CoverEntry } from "../harness/accounts.ts";
import type { LeftAccount, SentCover } from "./orders.ts";

/** An audited cover of account R-1. */
export function auditEntry(requestId: string, fromVnd: bigint, toVnd: bigint): CoverEntry {
  return { accountId: "R-1", atMs: 0, requestId, symbol: "R1", fromVnd, toVnd, price: undefined };
}

/** Account R-1 with one position. It needs 1,000 of 10,000 VND, plus the covered amount. */
export function leftAccount(coveredVnd: bigint, ...entries: CoverEntry[]): LeftAccount {
  return {
    accountId: "R-1",
    maintenanceMarginVnd: 1_000n + coveredVnd,
    tradingPowerVnd: 9_000n - coveredVnd,
    coveredVnd: new Map([["R1", coveredVnd]]),
    entries,
  };
}

/** An answered order for R-1 R1, from 0 to the amount, with the account's figures after it. */
export function sentCover(requestId: string, amountVnd: number, members: Partial<SentCover> = {}): SentCover {
  return {
    requestId,
    key: undefined,
    accountId: "R-1",
    symbol: "R1",
    amountVnd,
    isForeign: false,
    invokedAt: 0,
    settledAt: 1,
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
