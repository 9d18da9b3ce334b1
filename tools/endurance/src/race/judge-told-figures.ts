import type { AuditEntry } from "@trading-oms/brokerage";
import type { RacedAccount } from "./raced-account.ts";
import type { SentCover } from "./sent-cover.ts";
import { toldCover } from "./told-cover.ts";

/**
 * Says where an answer told figures that never were. What an account needs and has left add up to the same at any
 * moment of a race, and whoever changed an amount was told what the account needed at the very place of that entry.
 */
export function judgeToldFigures(sent: readonly SentCover[], accounts: readonly RacedAccount[]): string[] {
  const wholeVnd = new Map(accounts.map((each) => [each.accountId, wholeOf(each)]));
  const needed = new Map(accounts.flatMap((each) => [...neededByRequest(each)]));
  return sent.flatMap((order) => {
    const told = toldCover(order);
    if (told === undefined) return [];
    const { requestId, accountId, amountVnd } = order;
    const faults: string[] = [];
    const sumVnd = BigInt(told.maintenanceMargin + told.tradingPower);
    if (sumVnd !== wholeVnd.get(accountId)) {
      faults.push(
        `${requestId} was told figures that add up to ${sumVnd}, and not to ${wholeVnd.get(accountId)}`,
      );
    }
    if (told.status === "success" && told.newCoveredMarginCall !== amountVnd) {
      faults.push(
        `${requestId} was told success and ${told.newCoveredMarginCall}, and asked for ${amountVnd}`,
      );
    }
    const neededVnd = needed.get(requestId);
    if (neededVnd !== undefined && BigInt(told.maintenanceMargin) !== neededVnd) {
      faults.push(
        `${requestId} was told that ${told.maintenanceMargin} is needed; with its change it was ${neededVnd}`,
      );
    }
    return faults;
  });
}

function wholeOf({ maintenanceMarginVnd, tradingPowerVnd }: RacedAccount): bigint {
  return maintenanceMarginVnd + tradingPowerVnd;
}

/** What the account needed after each entry, reckoned back from what it needs now. */
function neededByRequest({ entries, maintenanceMarginVnd, coveredVnd }: RacedAccount): [string, bigint][] {
  let neededVnd = [...coveredVnd.values()].reduce((sum, each) => sum - each, maintenanceMarginVnd);
  return entries.map(({ requestId, fromVnd, toVnd }: AuditEntry) => {
    neededVnd += toVnd - fromVnd;
    return [requestId, neededVnd];
  });
}
